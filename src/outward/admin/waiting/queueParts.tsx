import type { ComponentChildren } from 'preact'
import { Icon } from '../icons.tsx'
import { numberText } from '../texts.ts'
import { t } from './texts.ts'

/** Something of a queue, as its list shows it. */
export interface Queued {
  readonly id: number
  readonly href: string
  readonly title: string
  readonly says: string
  readonly chips: ComponentChildren
  readonly isHere: boolean
}

/** On phones the list is folded: what is to be decided comes first. */
const isWide = window.matchMedia('(min-width: 60rem)').matches

/** What waits, beside the one of it that is looked at. */
export function QueueList(props: {
  readonly heading: string
  readonly items: readonly Queued[]
  readonly children?: ComponentChildren
}) {
  const { heading, items, children } = props
  return (
    <aside class="queue-list" aria-labelledby="q-head">
      <details class="queue-fold" open={isWide}>
        <summary>
          <h2 id="q-head">
            {heading} <span class="count">{numberText(items.length)}</span>
          </h2>
        </summary>
        <ol>
          {items.map(({ id, href, title, says, chips, isHere }) => (
            <li key={id}>
              <a href={href} aria-current={isHere ? 'true' : undefined}>
                <b dir="auto">{title}</b>
                <span dir="auto">{says}</span>
                {chips}
              </a>
            </li>
          ))}
        </ol>
        {children}
      </details>
    </aside>
  )
}

/** The way to what waits before and after, with how far one is. */
export function Walk(props: {
  readonly at: number
  readonly all: number
  readonly onWalk: (step: 1 | -1) => void
  /** It ends at the first and the last one. */
  readonly hasEnds?: boolean
}) {
  const { at, all, onWalk, hasEnds = false } = props
  return (
    <nav class="walk push" aria-label={t('walk')}>
      <button
        class="quiet square"
        type="button"
        aria-label={t('before')}
        aria-keyshortcuts={hasEnds ? 'k' : undefined}
        disabled={hasEnds && at === 0}
        onClick={() => onWalk(-1)}
      >
        <Icon name="back" />
      </button>
      <span role="status">{t('place', { at: numberText(at + 1), all: numberText(all) })}</span>
      <button
        class="quiet square"
        type="button"
        aria-label={t('next')}
        aria-keyshortcuts={hasEnds ? 'j' : undefined}
        disabled={hasEnds && at === all - 1}
        onClick={() => onWalk(1)}
      >
        <Icon name="forward" />
      </button>
    </nav>
  )
}

/** Something that can be decided. */
export interface Choice {
  readonly says: ComponentChildren
  readonly looks: string
  /** The key that does it as well. */
  readonly hotkey?: string
  readonly isOff?: boolean
  readonly does: (() => void) | string
}

/** What can be decided; the first of it is what is meant to be. */
export function Decide({ choices }: { readonly choices: readonly (Choice | false)[] }) {
  return (
    <div class="decide" role="region" aria-label={t('decide')}>
      {choices.map((choice) => choice && <Chosen key={choice.hotkey ?? choice.looks} {...choice} />)}
    </div>
  )
}

function Chosen({ says, looks, hotkey: key, isOff = false, does }: Choice) {
  const inside = (
    <>
      {says} {key && <Key name={key.toUpperCase()} isOn={looks === 'big'} />}
    </>
  )
  return typeof does === 'string' ? (
    <a class={`button ${looks}`} href={does} aria-keyshortcuts={key}>
      {inside}
    </a>
  ) : (
    <button class={looks} type="button" aria-keyshortcuts={key} disabled={isOff} onClick={does}>
      {inside}
    </button>
  )
}

function Key({ name, isOn }: { readonly name: string; readonly isOn: boolean }) {
  return (
    <kbd class={isOn ? 'on' : undefined} aria-hidden="true">
      {name}
    </kbd>
  )
}

/** What it says to make something public. */
export function Approve() {
  return (
    <span>
      {t('approve')}
      <span class="wordy">{t('andPublish')}</span>
    </span>
  )
}
