import { readSources, runSource, type Source } from '../imports/asks.ts'
import { t as ti, tn as tin } from '../imports/texts.ts'
import { lampOf, lastText } from '../imports/words.ts'
import { useAct } from '../act.ts'
import { sourceText } from '../refusals/said.ts'
import { to } from '../route.ts'
import { say } from '../toasts.tsx'
import { Section, useRead } from './parts.tsx'
import { t } from './texts.ts'

/** How many sources are named: those that fail come first. */
const most = 4

/** How the last imports went; nothing where nothing is imported. */
export function LastImports() {
  const sources = useRead(readSources)
  const { isBusy, act } = useAct()
  const all = sources.value ?? []
  if (all.length === 0) return null
  const again = (source: Source) => {
    act(
      () => runSource(source),
      () => say(ti('begun', { name: source.name })),
    )
  }
  return (
    <Section
      id="t-imports"
      title={t('lastImports')}
      action={<a href={to('imports')}>{tin('sources_', all.length)}</a>}
    >
      <ul class="items">
        {all.slice(0, most).map((source) => (
          <li key={source.id}>
            <span class={`lamp ${lampOf(source)}`} />
            <div>
              <p class="what" dir="auto">
                {source.name}
              </p>
              <p class="says">
                {[
                  lastText(source),
                  source.health === 'good' || source.message === null ? '' : sourceText(source.message),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {source.health === 'failing' && source.url !== null && (
              <div class="end">
                <button class="plain" type="button" disabled={isBusy.value} onClick={() => again(source)}>
                  {ti('tryAgain')}
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
