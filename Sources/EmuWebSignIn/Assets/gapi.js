// A replacement for the part of Google's loader that the Web SDK uses (gapi.iframes), so that sign-in by
// popup and by redirect works without the internet. An app loads it before it signs in; the emulator's
// frame loads it too. Both ends communicate by postMessage, each with one window and origin.
(() => {
  if (window.gapi?.iframes?.Iframe) return;

  const mark = "auth-emulator";
  const filter = () => true;

  // A callback of the app must not break the channel, and its errors are not errors of the page.
  async function run(callback, value) {
    try {
      await callback?.(value);
    } catch (error) {
      console.debug("A callback of gapi.iframes failed.", error);
    }
  }

  // One end of a channel between a page and a frame.
  class Iframe {
    constructor(channel, target, origin, element) {
      this.channel = channel;
      this.target = target;
      this.origin = origin;
      this.element = element;
      this.isOpen = false;
      this.outgoing = [];
      this.handlers = new Map();
      this.early = new Map();
      this.calls = new Map();
      this.lastCall = 0;
      addEventListener("message", (message) => this.receive(message));
    }

    // Messages wait until the other end is connected.
    post(message) {
      if (!this.isOpen) {
        this.outgoing.push(message);
        return;
      }
      this.target()?.postMessage({ ...message, mark, channel: this.channel }, this.origin);
    }

    open() {
      if (this.isOpen) return;
      this.isOpen = true;
      for (const message of this.outgoing.splice(0)) this.post(message);
    }

    receive({ source, origin, data }) {
      if (data?.mark !== mark || data.channel !== this.channel) return;
      if (source !== this.target() || (this.origin !== "*" && origin !== this.origin)) return;
      this.open();
      if (data.kind === "hello" && this.element) this.post({ kind: "hello" });
      if (data.kind === "call") this.answer(data);
      if (data.kind === "answer") {
        this.calls.get(data.call)?.(data.values);
        this.calls.delete(data.call);
      }
    }

    // A call waits until its handler is registered.
    async answer(message) {
      if (message.name === "ping") {
        this.post({ kind: "answer", call: message.call, values: [message.value ?? true] });
        return;
      }
      const handler = this.handlers.get(message.name);
      if (!handler) {
        const waiting = this.early.get(message.name) ?? [];
        this.early.set(message.name, [...waiting, message]);
        return;
      }
      let value = null;
      try {
        value = await handler(message.value, this);
      } catch (error) {
        console.error(error);
        value = { status: "ERROR" };
      }
      this.post({ kind: "answer", call: message.call, values: [value] });
    }

    send(name, value, callback) {
      this.lastCall += 1;
      const call = this.lastCall;
      return new Promise((resolve) => {
        this.calls.set(call, (values) => {
          resolve(values);
          run(callback, values);
        });
        this.post({ kind: "call", name, value, call });
      });
    }

    register(name, handler) {
      this.handlers.set(name, handler);
      const waiting = this.early.get(name) ?? [];
      this.early.delete(name);
      for (const message of waiting) this.answer(message);
    }

    unregister(name) {
      this.handlers.delete(name);
    }

    ping(callback, value) {
      return this.send("ping", value, callback);
    }

    restyle(style) {
      return Promise.resolve([style]);
    }

    close() {
      this.element?.remove();
      return Promise.resolve([true]);
    }

    getId() {
      return this.channel;
    }

    getIframeEl() {
      return this.element;
    }

    getOrigin() {
      return this.origin;
    }
  }

  function open(options, callback) {
    const url = new URL(options.url, location.href);
    const channel = `frame-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
    const element = document.createElement("iframe");
    const { style, ...attributes } = options.attributes ?? {};
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    Object.assign(element.style, style);
    const iframe = new Iframe(channel, () => element.contentWindow, url.origin, element);
    url.hash = new URLSearchParams({ emulator: channel, parent: location.origin });
    element.src = url.href;
    if (!options.dontclear && options.where) options.where.textContent = "";
    (options.where ?? document.body).append(element);
    Promise.resolve().then(() => run(callback, iframe));
    return iframe;
  }

  let parentFrame;

  function getParentIframe() {
    if (window.parent === window) return null;
    if (parentFrame) return parentFrame;
    const fields = new URLSearchParams(location.hash.slice(1));
    const channel = fields.get("emulator");
    if (!channel) return null;
    // The browser's information about the embedding page has precedence over the page's.
    const origin = location.ancestorOrigins?.[0] ?? fields.get("parent");
    parentFrame = new Iframe(channel, () => window.parent, origin, null);
    greet(parentFrame);
    return parentFrame;
  }

  // Repeats until the page answers, because it may not listen yet.
  function greet(frame, tries = 1) {
    if (frame.isOpen || tries > 600) return;
    window.parent.postMessage({ mark, channel: frame.channel, kind: "hello" }, frame.origin);
    setTimeout(() => greet(frame, tries + 1), 100);
  }

  const context = { open, openChild: open, getParentIframe };

  function load(_names, options) {
    const callback = typeof options === "function" ? options : options?.callback;
    Promise.resolve().then(() => run(callback));
  }

  window.gapi = {
    ...window.gapi,
    load,
    iframes: { Iframe, CROSS_ORIGIN_IFRAMES_FILTER: filter, getContext: () => context },
  };
})();
