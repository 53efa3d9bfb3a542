import { render } from 'preact'
import { completeAddresses } from './addressFields.ts'
import { Admin } from './admin.tsx'
import { walkMenus } from './arrows.ts'
import { forgetDoors } from './doors.ts'
import { listenToKeys, onKey } from './keys.ts'
import { sayTheirLanguage } from './ownTexts.ts'
import { followLinks, go, route, to } from './route.ts'
import { need } from './screens.tsx'

// The program of the screen comes while the frame is drawn.
need(route.peek())
followLinks()
listenToKeys()
walkMenus()
completeAddresses()
forgetDoors()
sayTheirLanguage()
onKey('n', () => go(to('events/new')))
render(<Admin />, document.body)
