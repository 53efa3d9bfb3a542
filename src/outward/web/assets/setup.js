// @ts-check
// Whoever sets a calendar up sees what its front page begins like, and finds the zone that their browser tells, where nobody has chosen one.

const zones = document.querySelector('input[data-guess]')
const guess = new Intl.DateTimeFormat().resolvedOptions().timeZone
if (zones instanceof HTMLInputElement && guess) choose(zones, guess)

/**
 * @param {HTMLInputElement} zones
 * @param {string} zone
 */
function choose(zones, zone) {
  // Whoever comes back to the page keeps what they chose before.
  if (zones.value !== zones.defaultValue) return
  // Browsers say names that zones had before.
  const options = [...(zones.list?.options ?? [])]
  const old = options.find(({ dataset }) => dataset['before'] === zone)
  zones.value = old?.value ?? zone
}

const sample = document.querySelector('.sample-page')
const nameField = document.querySelector('#siteName')
const names = [...document.querySelectorAll('.sample-page [data-name]')]
const unnamed = names[0]?.textContent ?? ''
if (nameField instanceof HTMLInputElement)
  nameField.addEventListener('input', () => showName(nameField.value.trim()))
for (const swatch of document.querySelectorAll('input[name="accent"]'))
  if (swatch instanceof HTMLInputElement) swatch.addEventListener('change', () => showAccent(swatch.value))

/** @param {string} typed */
function showName(typed) {
  for (const one of names) one.textContent = typed || unnamed
}

/** @param {string} accent */
function showAccent(accent) {
  if (sample) sample.className = `sample-page c-${accent}`
}
