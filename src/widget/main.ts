import { KalendsCalendar } from './element.ts'

// A page may have the script several times, once for each widget.
if (!customElements.get('kalends-calendar')) customElements.define('kalends-calendar', KalendsCalendar)
