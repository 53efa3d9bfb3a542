import { contact, contacts, lines, securePage } from './config.readers.contact.ts'
import { oneOf, type Setting } from './config.readers.ts'

/** How much of the pages is accessible, in the words of the model statement of Decision (EU) 2018/1523. */
const accessibilityStatuses = ['full', 'partial', 'none'] as const

/** The settings that say whom to write to. */
export const contactSettings = {
  SECURITY_CONTACT: {
    default: '',
    value: contacts,
    says: 'Whom to tell of a hole in the security of this calendar: e-mail addresses or pages, which stand in `/.well-known/security.txt`. Empty: there is no such file.',
    example: 'security@city.example, https://city.example/security',
    rest: 'security_contact',
  },
  ACCESSIBILITY_CONTACT: {
    default: '',
    value: contact,
    says: 'Whom to tell of a barrier: an e-mail address or a page. With it, the pages have an accessibility statement at `/accessibility`, which public bodies in the European Union owe.',
    example: 'access@city.example',
    rest: 'accessibility_contact',
  },
  ACCESSIBILITY_ENFORCEMENT: {
    default: '',
    value: securePage,
    says: 'The page of the body to which people turn where your answer did not help them, for the accessibility statement.',
    example: 'https://enforcement.example/complain',
    rest: 'accessibility_enforcement',
  },
  ACCESSIBILITY_STATUS: {
    default: 'partial',
    value: oneOf(...accessibilityStatuses),
    says: 'What the accessibility statement says of this calendar: that it complies with EN 301 549 (`full`), in part (`partial`), or not (`none`).',
    example: 'full',
    rest: 'accessibility_status',
  },
  ACCESSIBILITY_EXCEPTIONS: {
    default: '',
    value: lines(2000),
    says: 'What is not accessible, and why, for the accessibility statement; in the language of the site. Empty: what is known of any calendar that many people write.',
    example: 'The plan of the theatre is a picture; ask us, and we describe it.',
    rest: 'accessibility_exceptions',
  },
} as const satisfies Record<string, Setting<unknown>>
