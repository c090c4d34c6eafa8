// Each way in which a page can send a request without a preflight, and one with it.
async ([url, calls]) => {
  const passed = [];
  const attempt = (path, options) => fetch(url + path, options)
    .then(async (answer) => { if (answer.ok) passed.push([path, await answer.text()]); })
    .catch(() => {});
  const post = (path, enctype) => {
    const frame = document.createElement('iframe');
    frame.name = path + enctype;
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: url + path, target: frame.name, enctype });
    const field = document.createElement('input');
    Object.assign(field, { name: '{"x":"', value: '"}' });
    form.append(field);
    document.body.append(frame, form);
    form.submit();
    return new Promise((resolve) => { frame.onload = resolve; setTimeout(resolve, 500); })
      .then(() => { frame.remove(); form.remove(); });
  };
  const send = async ([method, path]) => {
    const body = method === 'POST' || method === 'PATCH' ? '{}' : undefined;
    await attempt(path, { method, body, headers: { Authorization: 'Bearer owner' } });
    await attempt(path, { method, body });
    if (method !== 'POST') return;
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      await attempt(path, { method, mode: 'no-cors', body, headers: { 'Content-Type': type } });
      await post(path, type);
    }
    navigator.sendBeacon(url + path, '{}');
  };
  for (let first = 0; first < calls.length; first += 10) {
    await Promise.all(calls.slice(first, first + 10).map(send));
  }
  return passed;
}
