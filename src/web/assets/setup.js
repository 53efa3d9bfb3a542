// @ts-check
// Chooses the zone of whoever sets a calendar up, as their browser tells it, where nobody has chosen one yet.

const zones = document.querySelector('select[data-guess]')
const guess = new Intl.DateTimeFormat().resolvedOptions().timeZone
if (zones instanceof HTMLSelectElement && guess) choose(zones, guess)

/**
 * @param {HTMLSelectElement} zones
 * @param {string} zone
 */
function choose(zones, zone) {
  // Whoever comes back to the page keeps what they chose before.
  if (!zones.selectedOptions[0]?.defaultSelected) return
  // Browsers differ in the name of some zones; each of them is taken.
  if (![...zones.options].some(({ value }) => value === zone)) zones.add(new Option(zone, zone))
  zones.value = zone
}
