import { Icon } from '../icons.tsx'
import { closingRowMenu } from '../pop.tsx'
import { to } from '../route.ts'
import { faultText } from '../faults.ts'
import { me } from '../session.ts'
import { settle } from '../settle.ts'
import { say, sayFault } from '../toasts.tsx'
import { type Person, signOutEverywhere } from './asks.ts'
import { t } from './texts.ts'

function signOut(person: Person): void {
  void settle(
    signOutEverywhere(person),
    () => say(t('signedOutAll', { name: person.name })),
    (error) => sayFault(faultText(error)),
  )
}

/** What may be done with the person whose row was pressed. */
export function PersonMenu(props: {
  readonly person: Person | undefined
  readonly onLink: (person: Person) => void
  readonly onOpen: (is: 'edit' | 'remove', person: Person) => void
}) {
  const { person, onLink, onOpen } = props
  return (
    <div class="menu" id="row-menu" popover="auto">
      {person && (
        <ul>
          <li>
            <button type="button" onClick={closingRowMenu(() => onOpen('edit', person))}>
              <Icon name="edit" />
              {t('nameAndAddress')}
            </button>
          </li>
          <li>
            <button type="button" onClick={closingRowMenu(() => onLink(person))}>
              <Icon name="link" />
              {person.invitation ? t('sendAgain') : t('sendLink')}
            </button>
          </li>
          {!person.invitation && person.id !== me.value?.id && (
            <li>
              <button type="button" onClick={closingRowMenu(() => signOut(person))}>
                <Icon name="out" />
                {t('signOutAll')}
              </button>
            </li>
          )}
          <li>
            <a href={to('events', { author: String(person.id) })} onClick={closingRowMenu(() => {})}>
              <Icon name="calendar" />
              {t('seeEvents')}
            </a>
          </li>
          {person.id !== me.value?.id && (
            <li class="rule">
              <button type="button" class="danger" onClick={closingRowMenu(() => onOpen('remove', person))}>
                <Icon name="trash" />
                {t('remove')}
              </button>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
