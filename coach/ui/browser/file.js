// A button that reads a file of the person's choice and sends its text.

export default function file({ data, parentElement, setTriggerValue }) {
  const { label, largest, too_large } = data;
  const input = parentElement.querySelector("input");
  const problem = parentElement.querySelector(".problem");
  parentElement.querySelector("span").textContent = label;
  input.onchange = async () => {
    const [chosen] = input.files;
    if (!chosen) return;
    problem.hidden = chosen.size <= largest;
    problem.textContent = too_large;
    if (problem.hidden) setTriggerValue("text", await chosen.text());
    input.value = ""; // the same file can be chosen once more
  };
}
