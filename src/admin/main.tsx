import { render } from 'preact'
import { Admin } from './admin.tsx'
import { faultText } from './faults.ts'
import { listenToKeys, onKey } from './keys.ts'
import { followLinks, go, to } from './route.ts'
import { readMe } from './session.ts'
import { loadTexts } from './texts.ts'
import { sayFault } from './toasts.tsx'

const who = readMe().catch((error: unknown) => error)
await loadTexts()
followLinks()
listenToKeys()
onKey('n', () => go(to('events/new')))
const fault = await who
render(<Admin />, document.body)
if (fault) sayFault(faultText(fault))
