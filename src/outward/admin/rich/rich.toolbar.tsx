import { Fragment } from 'preact'
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { undo } from 'prosemirror-history'
import type { MarkType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { type IconName, Icon } from '../icons.tsx'
import { t } from '../texts.ts'
import { schema } from './rich.schema.ts'
import { addColumn, addRow, insertTable, placeIn, removeColumn, removeRow } from './rich.tables.ts'
import { t as te } from './texts.ts'

const { nodes, marks } = schema

interface Tool {
  /** Whether it begins another group. */
  readonly begins?: boolean
  readonly icon: IconName
  readonly name: string
  readonly isOn: boolean
  readonly does: () => void
}

/** One stop of the keyboard, with arrows within (ARIA, toolbar). */
export function Toolbar(props: {
  readonly id: string
  readonly state: EditorState | undefined
  readonly run: (command: Command) => void
  readonly onLink: () => void
  /** Left out where a text has no pictures. */
  readonly onPicture?: (() => void) | undefined
  readonly onSource: () => void
}) {
  const { id, state, run, onLink, onPicture, onSource } = props
  const bar = useRef<HTMLDivElement>(null)
  const at = useSignal(0)
  const mark = (icon: IconName, name: string, kind: string): Tool => ({
    icon,
    name,
    isOn: isMarked(state, kind),
    does: () => run(toggleMark(marks[kind] as MarkType)),
  })
  const list = (icon: IconName, name: string, kind: 'bullet_list' | 'ordered_list'): Tool => ({
    icon,
    name,
    isOn: isWithin(state, kind),
    does: () => run(toggledList(kind)),
  })
  const table = (icon: IconName, name: string, command: Command, begins = false): Tool => ({
    icon,
    name,
    isOn: false,
    begins,
    does: () => run(command),
  })
  const outside = [table('table', te('insertTable'), insertTable)]
  const inTable = [
    table('rowMore', te('rowMore'), addRow, true),
    table('columnMore', te('columnMore'), addColumn),
    table('rowLess', te('rowLess'), removeRow),
    table('columnLess', te('columnLess'), removeColumn),
  ]
  const tools: readonly Tool[] = [
    mark('bold', t('bold'), 'strong'),
    mark('italic', t('italic'), 'em'),
    mark('underline', t('underline'), 'underline'),
    { icon: 'link', name: t('link'), isOn: linkAt(state) !== '', does: onLink },
    { ...list('bullets', t('bullets'), 'bullet_list'), begins: true },
    list('numbers', t('numbered'), 'ordered_list'),
    {
      icon: 'quote',
      name: t('quote'),
      isOn: isWithin(state, 'blockquote'),
      does: () => {
        if (nodes['blockquote']) run(wrapIn(nodes['blockquote']))
      },
    },
    ...(state && placeIn(state) ? inTable : outside),
    ...(onPicture
      ? [{ icon: 'picture', name: te('insertPicture'), isOn: false, does: onPicture } as const]
      : []),
    { icon: 'undo', name: t('undo'), isOn: false, begins: true, does: () => run(undo) },
    { icon: 'code', name: t('asHtml'), isOn: false, does: onSource },
  ]
  const move = (event: KeyboardEvent) => {
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const step =
      event.key === forward ? 1 : event.key.startsWith('Arrow') && !/Up|Down/.test(event.key) ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    at.value = (at.value + step + tools.length + 1) % (tools.length + 1)
    bar.current?.querySelectorAll<HTMLElement>('select, button')[at.value]?.focus()
  }
  return (
    <div
      role="toolbar"
      aria-label={t('formatting')} // Before the text is there, nothing has its id.
      aria-controls={id}
      ref={bar}
      onKeyDown={move}
    >
      <select
        aria-label={t('paragraphKind')}
        tabIndex={at.value === 0 ? 0 : -1}
        value={kindAt(state)}
        onFocus={() => {
          at.value = 0
        }}
        onChange={({ currentTarget: { value } }) => run(asKind(value))}
      >
        <option value="0">{t('plainText')}</option>
        <option value="2">{t('heading')}</option>
        <option value="3">{t('smallHeading')}</option>
        {kindAt(state) === '4' && <option value="4">{t('smallHeading')}</option>}
      </select>
      <span role="separator" aria-orientation="vertical" />
      {tools.map((tool, index) => (
        <Fragment key={tool.icon}>
          {tool.begins && <span role="separator" aria-orientation="vertical" />}
          <button
            type="button"
            title={tool.name}
            aria-label={tool.name}
            aria-pressed={tool.isOn}
            tabIndex={at.value === index + 1 ? 0 : -1}
            onFocus={() => {
              at.value = index + 1
            }}
            onClick={tool.does}
          >
            <Icon name={tool.icon} />
          </button>
        </Fragment>
      ))}
    </div>
  )
}

function isMarked(state: EditorState | undefined, name: string): boolean {
  const mark = marks[name]
  if (!state || !mark) return false
  const { from, $from, to, empty } = state.selection
  if (empty) return mark.isInSet(state.storedMarks ?? $from.marks()) !== undefined
  return state.doc.rangeHasMark(from, to, mark)
}

function isWithin(state: EditorState | undefined, name: string): boolean {
  if (!state) return false
  const { $from } = state.selection
  return Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth).type.name).includes(name)
}

function kindAt(state: EditorState | undefined): string {
  const parent = state?.selection.$from.parent
  return parent?.type.name === 'heading' ? String(parent.attrs['level']) : '0'
}

function asKind(level: string): Command {
  const { paragraph, heading } = nodes
  if (!paragraph || !heading) return () => false
  return level === '0' ? setBlockType(paragraph) : setBlockType(heading, { level: Number(level) })
}

function toggledList(kind: 'bullet_list' | 'ordered_list'): Command {
  return (state, dispatch) => {
    const [list, item] = [nodes[kind], nodes['list_item']]
    if (!list || !item) return false
    return isWithin(state, kind) ? liftListItem(item)(state, dispatch) : wrapInList(list)(state, dispatch)
  }
}

/** The address of the link that the selection is in; empty for none. */
export function linkAt(state: EditorState | undefined): string {
  if (!state) return ''
  const { from, to, $from, empty } = state.selection
  let href = ''
  if (empty) href = String(marks['link']?.isInSet($from.marks())?.attrs['href'] ?? '')
  else
    state.doc.nodesBetween(from, to, (node) => {
      href ||= String(marks['link']?.isInSet(node.marks)?.attrs['href'] ?? '')
    })
  return href
}
