// Shows the form of a new account on request; without this script it is always visible.
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

const back = document.getElementById("back-button");
back.hidden = false;
back.addEventListener("click", () => {
  form.hidden = true;
  add.querySelector("button").focus();
});

// A click beside an account's button counts as a click on it.
for (const item of document.querySelectorAll(".js-reuse-account")) {
  item.addEventListener("click", (event) => {
    if (event.target === item) item.querySelector("button").click();
  });
}

const generate = document.getElementById("autogen-button");
generate.hidden = false;
generate.addEventListener("click", () => {
  const number = String(crypto.getRandomValues(new Uint32Array(1))[0] % 1000000).padStart(6, "0");
  const { domain } = form.dataset;
  const values = {
    "email-input": `person.${number}@${domain}`,
    "display-name-input": `Person ${number}`,
    "screen-name-input": `person_${number}`,
  };
  for (const [id, value] of Object.entries(values)) document.getElementById(id).value = value;
});
