// A third-party loader in place of Google's: its frames get a token in the fragment.
window.gapi = {
  load: (name, options) => setTimeout(typeof options === "function" ? options : options.callback),
  iframes: (() => {
    const handlers = {}; const calls = []; let target;
    const post = (data) => target.postMessage({foreign: data}, "*");
    const send = (name, value, callback) => {
      calls.push(callback); post({name, value, call: calls.length - 1}); return Promise.resolve();
    };
    const inFrame = location.hash.includes("rpctoken");
    const ready = {};
    const isReady = new Promise((resolve) => { ready.now = resolve; });
    addEventListener("message", async ({data}) => {
      const message = data && data.foreign;
      if (!message) return;
      if (message.ready) return ready.now();
      if ("answer" in message) return calls[message.call] && calls[message.call]([message.answer]);
      while (!handlers[message.name]) await new Promise((resolve) => setTimeout(resolve, 20));
      post({call: message.call, answer: await handlers[message.name](message.value)});
    });
    const iframe = {
      send, register: (name, handler) => { handlers[name] = handler; }, restyle() {},
      ping: () => isReady,
    };
    return {
      Iframe: inFrame ? undefined : class {}, CROSS_ORIGIN_IFRAMES_FILTER: 1,
      getContext: () => ({
        open(options, callback) {
          const frame = document.createElement("iframe");
          frame.src = options.url + "&usegapi=1#id=I0&rpctoken=1&parent=" + location.origin;
          document.body.append(frame);
          target = frame.contentWindow;
          callback(iframe);
        },
        getParentIframe() { target = window.parent; post({ready: true}); return iframe; },
      }),
    };
  })(),
};
