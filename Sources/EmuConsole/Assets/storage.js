// The choices that a browser remembers. One that stores nothing keeps them until the page is closed.

const unstored = {};

/** Returns the value of a name; another one where none is stored. */
export function stored(name, otherwise) {
  try {
    return unstored[name] ?? JSON.parse(localStorage.getItem(`auth-emulator-${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Stores a value of JSON. */
export function store(name, value) {
  try {
    localStorage.setItem(`auth-emulator-${name}`, JSON.stringify(value));
    delete unstored[name];
  } catch {
    unstored[name] = value;
  }
}
