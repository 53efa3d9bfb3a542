import { Field } from '../parts.tsx'
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { baseKeymap, chainCommands, exitCode, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { MarkType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { wholeAddress } from '../../../pure/text/typedAddresses.ts'
import { Dialog } from '../dialog.tsx'
import { Icon } from '../icons.tsx'
import { Later } from '../lazyScreen.tsx'
import type { Media } from '../common/media.ts'
import { plain, t } from '../texts.ts'
import { wordsIn } from './words.ts'
import { pasting } from './rich.paste.ts'
import { readText, schema, writeText } from './rich.schema.ts'
import { downByArrow, downByEnter } from './rich.tables.ts'
import { linkAt, Toolbar } from './rich.toolbar.tsx'
import { tn as ten } from './texts.ts'

const { nodes, marks } = schema

const marked = (name: string) => toggleMark(marks[name] as MarkType)

const lineBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  const { hard_break: kind } = nodes
  if (kind && dispatch) dispatch(state.tr.replaceSelectionWith(kind.create()).scrollIntoView())
  return true
})

function keys() {
  const item = nodes['list_item']
  return keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': marked('strong'),
    'Mod-i': marked('em'),
    'Mod-u': marked('underline'),
    'Shift-Enter': lineBreak,
    ArrowDown: downByArrow,
    ...(item
      ? {
          Enter: chainCommands(downByEnter, splitListItem(item)),
          'Mod-]': sinkListItem(item),
          'Mod-[': liftListItem(item),
        }
      : {}),
  })
}

/** The text of an event: as it will look, or as HTML where it holds what the toolbar cannot show. */
export function RichText(props: {
  readonly id: string
  readonly label: string
  readonly html: string
  readonly onChange: (html: string) => void
  readonly describedBy?: string | undefined
  /** Nothing puts pictures into it, and what is pasted leaves its own behind. */
  readonly isWithoutPictures?: boolean
}) {
  const { id, label, html, onChange, describedBy, isWithoutPictures = false } = props
  const isSource = useSignal(readText(html) === undefined)
  const source = useSignal(html)
  const change = (text: string) => {
    source.value = text
    onChange(text)
  }
  if (!isSource.value)
    return (
      <Shown
        {...{ id, label, describedBy, isWithoutPictures }}
        html={source.value}
        onChange={change}
        onSource={() => {
          isSource.value = true
        }}
      />
    )
  const isShowable = readText(source.value) !== undefined
  return (
    <div class="rich">
      <div role="toolbar" aria-label={t('formatting')} aria-controls={id}>
        <button
          type="button"
          aria-pressed="true"
          aria-disabled={!isShowable}
          onClick={() => {
            if (isShowable) isSource.value = false
          }}
        >
          <Icon name="code" />
          {t('asText')}
        </button>
      </div>
      <textarea
        id={id}
        class="source"
        rows={10}
        dir="auto"
        aria-label={label}
        aria-describedby={describedBy}
        value={source.value}
        onInput={({ currentTarget: { value } }) => change(value)}
      />
      <div class="below">
        <span>{isShowable ? t('sourceShown') : t('sourceOnly')}</span>
      </div>
    </div>
  )
}

function Shown(props: {
  readonly id: string
  readonly label: string
  readonly html: string
  readonly onChange: (html: string) => void
  readonly onSource: () => void
  readonly describedBy?: string | undefined
  readonly isWithoutPictures: boolean
}) {
  const { id, label, html, onChange, onSource, describedBy, isWithoutPictures } = props
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | undefined>(undefined)
  const changes = useRef(onChange)
  changes.current = onChange
  const turn = useSignal(0)
  const isLinking = useSignal(false)
  const isPicturing = useSignal(false)
  // With the toolbar, which names it: not a moment after.
  useLayoutEffect(() => {
    if (!place.current) return () => {}
    const doc = readText(html)
    const state = EditorState.create({
      schema,
      ...(doc ? { doc } : {}),
      plugins: [history(), pasting(), keys(), keymap(baseKeymap)],
    })
    const made = new EditorView(place.current, {
      state,
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        dir: 'auto',
        ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
      },
      nodeViews: { image: ({ attrs }) => ({ dom: pictureShown(attrs) }) },
      dispatchTransaction(transaction) {
        made.updateState(made.state.apply(transaction))
        turn.value += 1
        if (transaction.docChanged) changes.current(writeText(made.state.doc))
      },
    })
    view.current = made
    turn.value += 1
    return () => made.destroy()
  }, [])
  // The toolbar follows the selection.
  void turn.value
  const state = view.current?.state
  const run = (command: Command) => {
    const { current } = view
    if (!current) return
    command(current.state, current.dispatch)
    current.focus()
  }
  return (
    <div class="rich">
      <Toolbar
        id={id}
        state={state}
        run={run}
        onSource={onSource}
        onLink={() => {
          isLinking.value = true
        }}
        onPicture={
          isWithoutPictures
            ? undefined
            : () => {
                isPicturing.value = true
              }
        }
      />
      <div class="page" ref={place} />
      <div class="below">
        <span>{ten('wordCount', wordsIn(state?.doc.textBetween(0, state.doc.content.size, ' ') ?? ''))}</span>
        <span>{t('keptAsItIs')}</span>
      </div>
      {isPicturing.value && (
        <Later
          load={loadChooser}
          with={{
            onClose: () => {
              isPicturing.value = false
            },
            onChoose: (media: Media) => {
              isPicturing.value = false
              run(pictureOf(media))
            },
          }}
        />
      )}
      {isLinking.value && (
        <LinkDialog
          href={linkAt(state)}
          onClose={() => {
            isLinking.value = false
          }}
          onLink={(href) => {
            isLinking.value = false
            run(linkTo(href))
          }}
        />
      )}
    </div>
  )
}

const loadChooser = () => import('../pictures/chooser.tsx').then(({ Chooser }) => Chooser)

/** Puts a picture in the place of the selection, in a size that a text has room for, with what is said of it. */
function pictureOf(media: Media): Command {
  return (state, dispatch) => {
    const { image } = nodes
    if (!image) return false
    const { url, width, height } = media.sizes?.['medium_large'] ?? media.sizes?.['large'] ?? media
    const alt = media.decorative ? '' : plain(media.alt_text)
    const attrs = { src: url, alt, width: String(width), height: String(height) }
    dispatch?.(state.tr.replaceSelectionWith(image.create(attrs), false).scrollIntoView())
    return true
  }
}

/** Makes the selection a link; without an address none. A place between letters gets the address as its text. */
function linkTo(href: string): Command {
  return (state, dispatch) => {
    const kind = marks['link']
    if (!kind || !dispatch) return false
    const { from, to, empty } = state.selection
    if (empty && href !== '')
      dispatch(state.tr.replaceSelectionWith(schema.text(href, [kind.create({ href })]), false))
    else if (href === '') dispatch(state.tr.removeMark(from, to, kind))
    else dispatch(state.tr.removeMark(from, to, kind).addMark(from, to, kind.create({ href })))
    return true
  }
}

function LinkDialog(props: {
  readonly href: string
  readonly onClose: () => void
  readonly onLink: (href: string) => void
}) {
  const { href, onClose, onLink } = props
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      title={t('link')}
      onClose={onClose}
      onAnswer={(answer) => onLink(answer === 'none' ? '' : wholeAddress(field.current?.value ?? ''))}
      foot={
        <>
          {href !== '' && (
            <button class="quiet danger" value="none">
              {t('noLink')}
            </button>
          )}
          <button class="plain" type="button" onClick={onClose}>
            {t('notNow')}
          </button>
          <button value="link">{t('linkIt')}</button>
        </>
      }
    >
      <Field label={t('linkAddress')}>
        {(tied) => (
          <input
            {...tied}
            ref={field}
            type="text"
            inputMode="url"
            defaultValue={href}
            placeholder="https://"
            autofocus
          />
        )}
      </Field>
    </Dialog>
  )
}

/** A picture in a text as it is shown here: one without words of its own says nothing aloud; how it is written stays as it is. */
function pictureShown(attrs: Readonly<Record<string, unknown>>): HTMLElement {
  const picture = document.createElement('img')
  for (const [name, value] of Object.entries({ ...attrs, alt: attrs['alt'] ?? '' }))
    if (typeof value === 'string') picture.setAttribute(name, value)
  return picture
}
