// Keeps the person's random name as a cookie; says so where the browser keeps none. It is on every
// page, so it also tells the browser the language of the page: what reads it aloud must know.

const DAYS = 400; // as long as browsers keep any cookie; every visit begins anew
const REPEAT_MS = 1500; // a message sent while the page is being drawn can be lost

export default function cookie({ data, parentElement, setTriggerValue }) {
  const { name, id, replaces, refused, lang } = data;
  document.documentElement.lang = lang;
  const read = () =>
    document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  const write = () => {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `${name}=${id}; Max-Age=${DAYS * 86400}; Path=/; SameSite=Lax${secure}`;
  };
  const kept = read();
  let timer;
  if (!kept || kept === id || kept === replaces) write();
  else timer = setInterval(() => setTriggerValue("found", kept), REPEAT_MS); // another tab was first
  const notice = parentElement.querySelector(".refused");
  notice.hidden = Boolean(read());
  notice.textContent = refused;
  return () => clearInterval(timer);
}
