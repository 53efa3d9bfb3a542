import { render } from 'preact'
import { completeAddresses } from './addressFields.ts'
import { Admin } from './admin.tsx'
import { faultText } from './faults.ts'
import { walkMenus } from './arrows.ts'
import { listenToKeys, onKey } from './keys.ts'
import { sayTheirLanguage } from './ownTexts.ts'
import { followLinks, go, route, to } from './route.ts'
import { need } from './screens.tsx'
import { readMe } from './session.ts'
import { sayFault } from './toasts.tsx'

const who = readMe().catch((error: unknown) => error)
// The program of the screen comes while the service says who is signed in.
need(route.peek())
followLinks()
listenToKeys()
walkMenus()
completeAddresses()
sayTheirLanguage()
onKey('n', () => go(to('events/new')))
const fault = await who
render(<Admin />, document.body)
if (fault) sayFault(faultText(fault))
