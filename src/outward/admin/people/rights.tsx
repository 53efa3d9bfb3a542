import { Icon } from '../icons.tsx'
import { t as frame } from '../texts.ts'
import { roles } from './asks.ts'
import { t } from './texts.ts'

/** What each role may do: of each right, how many roles have it, from the top. */
const rights = [
  ['rightWrite', 4],
  ['rightPublish', 3],
  ['rightOthers', 2],
  ['rightImport', 2],
  ['rightAdmin', 1],
] as const

/** The table of who may do what. */
export function Rights() {
  const shown = roles.slice(0, 4).toReversed()
  return (
    <section class="section" aria-labelledby="rights">
      <div class="section-head">
        <h2 id="rights">{t('whoMay')}</h2>
      </div>
      <div class="scroll" role="group" aria-labelledby="rights" tabIndex={0}>
        <table class="list roles" role="table">
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">
                {t('right')}
              </th>
              {shown.map((role) => (
                <th key={role} scope="col" role="columnheader">
                  {frame(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rights.map(([right, count]) => (
              <Right key={right} says={t(right)} count={count} shown={shown} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Right(props: {
  readonly says: string
  /** So many of the roles have it, the highest ones. */
  readonly count: number
  readonly shown: readonly (typeof roles)[number][]
}) {
  const { says, count, shown } = props
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        {says}
      </th>
      {shown.map((role) => {
        const has = roles.indexOf(role) < count
        return (
          <td key={role} role="cell" data-is={frame(role)} class={has ? undefined : 'has-not'}>
            {has ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
            <span class="hidden">{has ? t('yes') : t('no')}</span>
          </td>
        )
      })}
    </tr>
  )
}
