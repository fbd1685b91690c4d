// Starts the page inside an HTML recording: each chunk becomes a module of its own, the ones that
// are imported first. It is put inline by `foxden view --record FILE.html`.
(function () {
  'use strict';
  var chunks = {};
  document.querySelectorAll('script[data-chunk]').forEach(function (element) {
    var bytes = Uint8Array.from(atob(element.textContent.replace(/\s+/g, '')), function (letter) {
      return letter.charCodeAt(0);
    });
    var name = element.dataset.chunk;
    chunks[name.slice(name.lastIndexOf('/') + 1)] = { text: new TextDecoder().decode(bytes), url: null };
  });
  function address(name) {
    var chunk = chunks[name];
    if (chunk.url === null) {
      chunk.url = '';
      var text = chunk.text.replace(/(["'`])\.\/([\w.-]+\.js)\1/g, function (whole, quote, other) {
        return chunks[other] ? quote + address(other) + quote : whole;
      });
      chunk.url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    }
    return chunk.url;
  }
  var entry = Object.keys(chunks).find(function (name) {
    return name.indexOf('view') === 0;
  });
  import(address(entry));
})();
