import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { contrastOf } from '../contrast.ts'
import { faultText } from '../faults.ts'
import { Files } from '../fileField.tsx'
import { Icon } from '../icons.tsx'
import { locale, logo } from '../place.ts'
import type { Picture } from '../records.ts'
import { settle } from '../settle.ts'
import { t as frame } from '../texts.ts'
import { Lock, Setting } from './controls.tsx'
import type { ThemeColours } from '../../../people/settings/theme.ts'
import type { Colours, SettingStore } from './store.ts'
import { t } from './texts.ts'

/** The logo, and the colours of light and of dark pages. */
export function LookPart({ store }: { readonly store: SettingStore }) {
  return (
    <section class="part" aria-labelledby="look">
      <h2 id="look">{t('logoAndColours')}</h2>
      <Logo store={store} />
      <ThemeFields store={store} />
    </section>
  )
}

function Logo({ store }: { readonly store: SettingStore }) {
  const shown = useSignal(logo)
  const fault = useSignal('')
  const isUploading = useSignal(false)
  const file = useRef<HTMLInputElement>(null)
  const upload = (chosen: File | undefined) => {
    if (!chosen) return
    isUploading.value = true
    fault.value = ''
    void settle(
      ask<Picture>('media', { method: 'POST', file: chosen }),
      ({ body }) => {
        isUploading.value = false
        shown.value = body.url
        store.set('site_logo', body.id)
      },
      (error) => {
        isUploading.value = false
        fault.value = faultText(error)
      },
    )
  }
  return (
    <Setting store={store} name="site_logo" label={t('logo')} hint={t('logoHint')}>
      {({ disabled, ...tied }) => (
        <div class="line">
          <img class="logo" src={shown.value} alt="" height={36} />
          <button
            {...tied}
            class="plain"
            type="button"
            disabled={disabled}
            onClick={() => file.current?.click()}
          >
            {t('chooseLogo')}
          </button>
          {store.get('site_logo') !== null && !disabled && (
            <button class="quiet" type="button" onClick={() => store.set('site_logo', null)}>
              {t('noLogo')}
            </button>
          )}
          <Files
            field={file}
            label={t('chooseLogo')}
            accept="image/png,image/jpeg,image/webp"
            onChoose={([chosen]) => upload(chosen)}
          />
          <span role="status" class="dim">
            {isUploading.value ? frame('uploading') : ''}
          </span>
          {fault.value !== '' && (
            <p class="fault" role="alert" dir="auto">
              {fault.value}
            </p>
          )}
        </div>
      )}
    </Setting>
  )
}

/** The colours of the pages without others, as `tokens.css` has them. */
const usual = {
  light: { accent: '#005f72', paper: '#faf8f4', surface: '#ffffff', ink: '#1a1c20' },
  dark: { accent: '#85d2e5', paper: '#131518', surface: '#1c1f23', ink: '#eeece7' },
} as const satisfies Required<Pick<ThemeColours, 'light' | 'dark'>>

const schemes = ['light', 'dark'] as const
const parts = [
  ['accent', 'accent'],
  ['paper', 'ground'],
  ['ink', 'ink'],
] as const

function ThemeFields({ store }: { readonly store: SettingStore }) {
  const theme = store.get('theme')
  const isOwn = theme.light !== undefined || theme.dark !== undefined
  const lock = store.lockOf('theme')
  return (
    <div class="stack">
      <label class="check">
        <input
          type="checkbox"
          disabled={lock !== undefined}
          checked={isOwn}
          onChange={({ currentTarget: { checked } }) => {
            const { light: _light, dark: _dark, ...others } = theme
            store.set('theme', checked ? { ...others, ...usual } : others)
          }}
        />
        <span>{t('ownColours')}</span>
      </label>
      {isOwn &&
        schemes.map((scheme) => (
          <Scheme
            key={scheme}
            name={t(scheme)}
            colours={{ ...usual[scheme], ...theme[scheme] }}
            isDisabled={lock !== undefined}
            onSet={(colours) => store.set('theme', { ...theme, [scheme]: colours })}
          />
        ))}
      {lock !== undefined && <Lock by={lock} />}
      {store.faultOf('theme') && (
        <p class="fault" role="alert" dir="auto">
          {store.faultOf('theme')}
        </p>
      )}
    </div>
  )
}

/** As WCAG asks for text. */
const leastContrast = 4.5

function Contrast({ ratio }: { readonly ratio: number }) {
  const told = { ratio: new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(ratio) }
  return ratio < leastContrast ? (
    <p class="fault">
      <Icon name="warning" />
      {t('contrastLow', told)}
    </p>
  ) : (
    <p class="well-done">
      <Icon name="check" />
      {t('contrast', told)}
    </p>
  )
}

function Scheme(props: {
  readonly name: string
  readonly colours: Required<Colours>
  readonly isDisabled: boolean
  readonly onSet: (colours: Colours) => void
}) {
  const { name, colours, isDisabled, onSet } = props
  const ratio = Math.min(
    ...[colours.paper, colours.surface].flatMap((under) => [
      contrastOf(colours.accent, under),
      contrastOf(colours.ink, under),
    ]),
  )
  return (
    <fieldset disabled={isDisabled}>
      <legend>{name}</legend>
      <div class="line">
        {parts.map(([part, label]) => (
          <label key={part} class="swatch-field">
            {t(label)}
            <input
              type="color"
              value={colours[part]}
              onInput={({ currentTarget }) => onSet({ ...colours, [part]: currentTarget.value })}
            />
          </label>
        ))}
        <Contrast ratio={ratio} />
      </div>
    </fieldset>
  )
}
