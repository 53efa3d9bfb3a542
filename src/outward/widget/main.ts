import { KalendsCalendar, ownSite } from './element.ts'
import { sizeFrames } from './sizes.ts'

// A page may have the script several times, once for each widget.
if (!customElements.get('kalends-calendar')) {
  customElements.define('kalends-calendar', KalendsCalendar)
  if (ownSite !== '') sizeFrames(ownSite)
}
