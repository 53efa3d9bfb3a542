import { Icon, type IconName } from '../icons.tsx'
import { to } from '../route.ts'
import { mayApprove, mayManageUsers } from '../session.ts'
import { BeforeTelling } from './before.tsx'
import { FillDemo } from './demo.tsx'
import { t } from './texts.ts'
import { Section } from './parts.tsx'

/** The start of an empty calendar: ways to fill it. */
export function Hello() {
  return (
    <>
      <div class="hello">
        <h1>{t('helloTitle')}</h1>
        <p>{t('hello')}</p>
      </div>
      <div class="doors">
        <Door icon="edit" path="events/new" title={t('doorFirst')} says={t('doorFirstSays')} />
        {mayApprove() && <Door icon="out" path="imports" title={t('doorBring')} says={t('doorBringSays')} />}
        {mayManageUsers() && <FillDemo />}
      </div>
      {mayManageUsers() ? (
        <div class="columns">
          <BeforeTelling />
          <GoodToKnow />
        </div>
      ) : (
        <GoodToKnow />
      )}
    </>
  )
}

function GoodToKnow() {
  return (
    <Section id="t-good" title={t('goodToKnow')}>
      <ul class="items">
        <li>
          <div>
            <p class="what">{t('nothingLost')}</p>
            <p class="says">{t('nothingLostSays')}</p>
          </div>
        </li>
      </ul>
    </Section>
  )
}

function Door(props: {
  readonly icon: IconName
  readonly path: string
  readonly title: string
  readonly says: string
}) {
  const { icon, path, title, says } = props
  return (
    <div class="door">
      <Icon name={icon} />
      <h2>
        <a href={to(path)}>{title}</a>
      </h2>
      <p>{says}</p>
    </div>
  )
}
