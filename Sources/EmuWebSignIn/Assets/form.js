// The form of a new account shows when it is asked for; without this script it always does.
const form = document.getElementById("main-form");
const add = document.getElementById("add-account-button");
const isRefused = document.querySelector("[role=alert]") !== null;

function toggleForm() {
  form.hidden = false;
  document.getElementById("email-input").focus();
}

add.hidden = false;
form.hidden = !isRefused;
add.addEventListener("click", toggleForm);

// A click beside the button of an account is one on it.
for (const item of document.querySelectorAll(".js-reuse-account")) {
  item.addEventListener("click", (event) => {
    if (event.target === item) item.querySelector("button").click();
  });
}

document.getElementById("autogen-button").addEventListener("click", (event) => {
  event.preventDefault();
  const number = String(crypto.getRandomValues(new Uint32Array(1))[0] % 1000000).padStart(6, "0");
  const { domain } = form.dataset;
  const values = {
    "email-input": `person.${number}@${domain}`,
    "display-name-input": `Person ${number}`,
    "screen-name-input": `person_${number}`,
  };
  for (const [id, value] of Object.entries(values)) document.getElementById(id).value = value;
});
