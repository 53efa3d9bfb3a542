import { useSignal } from '@preact/signals'
import { createElement, type JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { isForWidgets } from '../../../fields/own/declaration.ts'
import { contrastOf } from '../contrast.ts'
import { Segments } from '../segments.tsx'
import { Icon } from '../icons.tsx'
import { languageName, languages } from '../languages.ts'
import { FieldsAlone, type FieldsOf } from '../kit/fields.tsx'
import { useRead } from '../kit/read.ts'
import { needOwnFields, ownFields } from '../own/declared.ts'
import { sayFault } from '../toasts.tsx'
import { CopyButton, type Tied } from '../parts.tsx'
import { home, lettersState, locale, siteName } from '../place.ts'
import { type Chosen, listOf, widgetFilters } from './selection.ts'
import { frameSnippet, type Look, widgetAttributes, widgetSnippet } from './snippets.ts'
import { t } from './texts.ts'

/** The colours of the widget on a light page unless it is given others, as in its stylesheet. */
const usual = { accent: '#005f72', background: '#ffffff' } as const

/** As WCAG asks for text. */
const leastContrast = 4.5

/** The most events that a list begins with. */
const mostEvents = 50

/** The smallest and the largest height that the widget takes. */
const [leastHeight_px, mostHeight_px] = [120, 5000]

/** Makes a calendar for another website, beside a sample of it. */
export function Maker({ chosen }: { readonly chosen: Chosen }) {
  const look = useSignal<Look>({ view: 'list' })
  useEffect(loadWidget, [])
  const site = window.location.origin + home
  const attributes = widgetAttributes(site, look.value, widgetFilters(chosen))
  return (
    <section class="part" aria-labelledby="website">
      <h2 id="website">{t('onWebsite')}</h2>
      <div class="maker">
        <Looks look={look.value} onLook={(next) => (look.value = next)} />
        <figure class="stack tight">
          <figcaption class="dim">{t('asItLooks')}</figcaption>
          {createElement('kalends-calendar', {
            key: JSON.stringify(attributes),
            lang: locale,
            ...attributes,
          })}
        </figure>
      </div>
      {(chosen.when ?? chosen.from ?? chosen.until) !== undefined && <p class="hint">{t('beginsToday')}</p>}
      <Paste site={site} attributes={attributes} />
    </section>
  )
}

/** What is entered of how it looks: what is empty is as usual. */
type Entered = Required<Pick<Look, 'view' | 'limit' | 'height' | 'lang'>>

/** The control of a whole number within bounds; what is none is left empty. */
function numberOf(
  least: number,
  most: number,
  usually?: string,
): (value: string, onEnter: (value: string) => void, tied: Tied) => JSX.Element {
  return (value, onEnter, tied) => (
    <input
      {...tied}
      type="number"
      min={least}
      max={most}
      placeholder={usually}
      value={value}
      onChange={({ currentTarget }) => {
        const typed = Math.round(Number(currentTarget.value))
        const isGood = typed >= least && typed <= most
        if (!isGood) currentTarget.value = ''
        onEnter(isGood ? String(typed) : '')
      }}
    />
  )
}

const fieldsOf = (): FieldsOf<Entered> => ({
  view: {
    label: t('shape'),
    isSeveral: true,
    control: (view, onEnter) => (
      <Segments
        name="shape"
        label={t('shape')}
        value={view}
        options={[
          ['list', t('list')],
          ['cards', t('cards')],
          ['month', t('month')],
          ['next', t('nextOne')],
        ]}
        onChange={onEnter}
      />
    ),
  },
  limit: {
    label: t('atOnce'),
    control: numberOf(1, mostEvents, '10'),
  },
  height: {
    label: t('heightInPixels'),
    hint: t('heightHint'),
    control: numberOf(leastHeight_px, mostHeight_px),
  },
  lang: {
    label: t('language'),
    options: [['', t('asPage')], ...languages.map((tag) => [tag, languageName(tag), tag] as const)],
  },
})

function Looks({ look, onLook }: { readonly look: Look; readonly onLook: (look: Look) => void }) {
  const { view, limit = '', height = '', lang = '' } = look
  const set = (words: Partial<Look>) => onLook({ ...look, ...words })
  return (
    <div class="stack">
      <FieldsAlone of={fieldsOf()} form={{ values: { view, limit, height, lang }, faults: {}, enter: set }} />
      <Colours look={look} onSet={set} />
      <label class="check">
        <input
          type="checkbox"
          checked={look.theme === undefined}
          onChange={({ currentTarget: { checked } }) => {
            const { theme: _theme, ...others } = look
            onLook(checked ? others : { ...others, theme: 'light' })
          }}
        />
        <span>{t('followsPage')}</span>
      </label>
      <OwnShown look={look} onSet={set} />
      {lettersState === 'yes' && (
        <label class="check">
          <input
            type="checkbox"
            checked={look.mail === 'true'}
            onChange={({ currentTarget: { checked } }) => {
              const { mail: _mail, ...others } = look
              onLook(checked ? { ...others, mail: 'true' } : others)
            }}
          />
          <span>{t('wayByMail')}</span>
        </label>
      )}
    </div>
  )
}

/** Of which fields it is shown what events say, if the calendar has declared any. */
function OwnShown({ look, onSet }: { readonly look: Look; readonly onSet: (words: Partial<Look>) => void }) {
  useRead(needOwnFields, [], sayFault)
  const fields = ownFields('event').filter(isForWidgets)
  if (fields.length === 0) return null
  const chosen = listOf(look.fields)
  return (
    <fieldset class="own-choices">
      <legend>{t('alsoShow')}</legend>
      <div class="own-answers">
        {fields.map(({ name, label }) => (
          <label class="check" key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                onSet({
                  fields: fields
                    .map((field) => field.name)
                    .filter((one) => (one === name ? checked : chosen.includes(one)))
                    .join(','),
                })
              }
            />
            <span dir="auto">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** What is put into the page of the other website. */
function Paste(props: { readonly site: string; readonly attributes: Readonly<Record<string, string>> }) {
  const { site, attributes } = props
  const isFrame = useSignal(false)
  const snippet = isFrame.value ? frameSnippet(site, siteName, attributes) : widgetSnippet(site, attributes)
  return (
    <div class="field">
      <span class="label" id="paste">
        {t('paste')}
      </span>
      <pre class="snippet" tabIndex={0} role="group" aria-labelledby="paste" dir="ltr">
        {snippet}
      </pre>
      <div class="acts">
        <CopyButton value={snippet} isMain />
        <button class="plain" type="button" onClick={() => (isFrame.value = !isFrame.value)}>
          {isFrame.value ? t('asScript') : t('asFrame')}
        </button>
      </div>
    </div>
  )
}

function Colours({ look, onSet }: { readonly look: Look; readonly onSet: (words: Partial<Look>) => void }) {
  const colours = { accent: look.accent || usual.accent, background: look.background || usual.background }
  const ratio = contrastOf(colours.accent, colours.background)
  const told = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(ratio)
  const isOwn = Boolean(look.accent || look.background)
  return (
    <div class="line">
      {(['accent', 'background'] as const).map((name) => (
        <label key={name} class="swatch-field">
          {t(name)}
          <input
            type="color"
            value={colours[name]}
            onInput={({ currentTarget }) => onSet({ [name]: currentTarget.value })}
          />
        </label>
      ))}
      {isOwn && (
        <>
          {ratio < leastContrast ? (
            <p class="fault" role="status">
              <Icon name="warning" />
              {t('contrastLow', { ratio: told })}
            </p>
          ) : (
            <p class="well-done" role="status">
              <Icon name="check" />
              {t('contrast', { ratio: told })}
            </p>
          )}
          <button class="quiet" type="button" onClick={() => onSet({ accent: '', background: '' })}>
            {t('usualColours')}
          </button>
        </>
      )}
    </div>
  )
}

/** Loads the program of the widget, once. */
function loadWidget(): void {
  const src = `${home}/widget.js`
  if (document.querySelector(`script[src="${CSS.escape(src)}"]`)) return
  const script = document.createElement('script')
  script.async = true
  script.src = src
  document.head.append(script)
}
