"""A person at the app without a browser: Streamlit's own messages over its websocket."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any, Self

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

LARGEST = 64 * 1024 * 1024


@dataclass
class Client:
    """One session; ``open`` begins it, ``click`` does the next sensible thing at the table."""

    address: str
    """``ws://127.0.0.1:8501``"""
    data: dict[str, Any] = field(default_factory=dict)
    """What the table shows."""
    _socket: ClientConnection | None = None
    _id: str = ""
    _presence: str = ""
    _thinking: bool = False
    _fragment: str = ""
    _page: str = ""
    _query: str = ""

    async def __aenter__(self) -> Self:
        self._socket = await connect(
            f"{self.address}/_stcore/stream", subprotocols=["streamlit"], max_size=LARGEST
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._socket is not None
        await self._socket.close()

    async def open(self, query: str = "") -> float:
        """Seconds until the table is there."""
        message = BackMsg()
        message.rerun_script.query_string = query
        message.rerun_script.context_info.locale = "en-GB"
        return await self._ask(message)

    async def click(self) -> float:
        """Bid, play, pass or take another deal; seconds until the page has answered.

        While a CPU thinks the page asks, as it does in a browser; that is no click.
        """
        while self._thinking:
            await asyncio.sleep(0.25)
            await self._send(self._presence, "tick", {"at": self.data["at"], "left": False})
        before = (self.data["game"], self.data["at"])
        seconds = await self._send(self._id, *self._next())
        assert (self.data["game"], self.data["at"]) != before, "the click changed nothing"
        return seconds

    async def _send(self, component: str, event: str, value: dict[str, Any]) -> float:
        """Send one event of a component; seconds until the page has answered."""
        message = BackMsg()
        message.rerun_script.fragment_id = self._fragment
        message.rerun_script.page_script_hash = self._page
        message.rerun_script.query_string = self._query
        state = message.rerun_script.widget_states.widgets.add()
        state.id = f"$$STREAMLIT_INTERNAL_KEY_{component}__events"
        state.json_trigger_value = json.dumps([{"event": event, "value": value}])
        return await self._ask(message)

    def _next(self) -> tuple[str, dict[str, Any]]:
        """The first thing that is allowed: another deal, a word, the first legal play, a pass."""
        data, at = self.data, self.data["at"]
        if data["result"]:
            return "deal", {"at": at, "which": "another"}
        words = [button["id"] for button in data["actions"] if not button["off"]]
        if data["phase"] != "play":
            return "act", {"at": at, "say": words[-1]}
        legal = [ranks for ranks, entry in data["legal"].items() if entry[2] is None]
        if not legal:
            return "act", {"at": at, "say": "pass"}
        hand = list(data["frames"][-1]["hand"])
        cards = []
        for rank in legal[0]:
            cards.append(next(card for card in hand if card[0] == rank))
            hand.remove(cards[-1])
        return "act", {"at": at, "cards": cards}

    async def _ask(self, message: BackMsg) -> float:
        assert self._socket is not None
        begun = time.perf_counter()
        await self._socket.send(message.SerializeToString())
        while True:
            answer = ForwardMsg.FromString(await asyncio.wait_for(self._socket.recv(), 60))  # type: ignore[arg-type]
            self._read(answer)
            if answer.WhichOneof("type") == "script_finished":
                return time.perf_counter() - begun

    def _read(self, answer: ForwardMsg) -> None:
        kind = answer.WhichOneof("type")
        if kind == "navigation":
            self._page = answer.navigation.page_script_hash
        elif kind == "page_info_changed":
            self._query = answer.page_info_changed.query_string
        if kind != "delta":
            return
        element = answer.delta.new_element
        if element.WhichOneof("type") == "exception":
            raise AssertionError(element.exception.message)
        if element.WhichOneof("type") != "bidi_component":
            return
        component = element.bidi_component
        if component.component_name == "table":
            [self.data] = json.loads(component.json)
            self._id, self._fragment = component.id, answer.delta.fragment_id
        elif component.component_name == "presence":
            self._presence = component.id
            self._thinking = json.loads(component.json)["thinking"]
