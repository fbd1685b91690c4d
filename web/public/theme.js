// Sets the theme before the first paint, so that nobody is blinded at night.
(function () {
  var theme = 'auto';
  try {
    theme = localStorage.getItem('reynard.theme') || 'auto';
  } catch (error) {
    // Storage is forbidden: follow the system.
  }
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
