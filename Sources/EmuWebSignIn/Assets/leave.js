location.replace(document.getElementById("return").href);
