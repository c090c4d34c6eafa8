async (url) => {
  const source = await new Promise((resolve) => {
    const stream = new EventSource(url + '/emulator/v1/requests:stream');
    stream.onopen = () => resolve('open');
    stream.onerror = () => { stream.close(); resolve('refused'); };
    setTimeout(() => resolve('nothing'), 10000);
  });
  const socket = await new Promise((resolve) => {
    const one = new WebSocket(url.replace('http', 'ws') + '/emulator/v1/requests:stream');
    one.onopen = () => resolve('open');
    one.onerror = () => resolve('refused');
    setTimeout(() => resolve('nothing'), 10000);
  });
  return [source, socket];
}
