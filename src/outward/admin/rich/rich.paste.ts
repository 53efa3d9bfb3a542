import { closeHistory } from 'prosemirror-history'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { type EditorState, Plugin, type Transaction } from 'prosemirror-state'
import { addressesIn } from '../../../pure/text/typedAddresses.ts'
import { cleaned } from './rich.clean.ts'
import { schema } from './rich.schema.ts'

const { link, code } = schema.marks

/** Takes what other programs put into the clipboard as what it is there, and makes links of addresses, pasted or typed. */
export function pasting(): Plugin {
  return new Plugin({
    props: {
      transformPastedHTML: (html) => (html.includes('data-pm-slice') ? html : cleaned(html)),
      transformPasted: ({ content, openStart, openEnd }) => new Slice(linked(content), openStart, openEnd),
      handlePaste(view, event) {
        const linking = linkPasted(view.state, event.clipboardData?.getData('text/plain').trim() ?? '')
        if (linking) view.dispatch(linking)
        return linking !== undefined
      },
      handleTextInput(view, from, to, text) {
        const linking = /^\s$/.test(text) ? linkTyped(view.state) : undefined
        if (!linking) return false
        // After the blank and by itself: what is undone first is the link alone.
        const typed = view.state.tr.insertText(text, from, to)
        view.dispatch(typed)
        for (const step of linking.steps) view.dispatch(closeHistory(view.state.tr.step(step)))
        return true
      },
      handleKeyDown(view, event) {
        const linking = event.key === 'Enter' ? linkTyped(view.state) : undefined
        if (linking) view.dispatch(linking)
        return false
      },
      handleDOMEvents: {
        blur(view) {
          const linking = linkTyped(view.state)
          if (linking) view.dispatch(linking)
        },
      },
    },
  })
}

/** The contents, with addresses in it as links. */
function linked(content: Fragment): Fragment {
  const nodes: Node[] = []
  content.forEach((node) => {
    if (!node.isText) nodes.push(node.copy(linked(node.content)))
    else nodes.push(...linkedText(node))
  })
  return Fragment.fromArray(nodes)
}

function linkedText(node: Node): readonly Node[] {
  const text = node.text ?? ''
  if (!link || link.isInSet(node.marks) || code?.isInSet(node.marks)) return [node]
  const nodes: Node[] = []
  let done = 0
  for (const { from, to, href } of addressesIn(text)) {
    if (from > done) nodes.push(node.cut(done, from))
    nodes.push(node.cut(from, to).mark(link.create({ href }).addToSet(node.marks)))
    done = to
  }
  if (done < text.length) nodes.push(node.cut(done))
  return nodes
}

/** Words that are selected become a link to the address that is pasted over them; an address is replaced by it. */
function linkPasted(state: EditorState, pasted: string): Transaction | undefined {
  const { from, to, empty, $from, $to } = state.selection
  const [only] = addressesIn(pasted)
  if (empty || !link || !$from.sameParent($to) || only?.from !== 0 || only.to !== pasted.length)
    return undefined
  if (addressesIn(state.doc.textBetween(from, to)).length > 0) return undefined
  return state.tr.removeMark(from, to, link).addMark(from, to, link.create({ href: only.href }))
}

/** Makes a link of the address before the cursor, if there is one. */
function linkTyped({ selection: { $from, empty }, doc, tr }: EditorState): Transaction | undefined {
  if (!link || !empty || !$from.parent.isTextblock) return undefined
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const word = before.slice(before.search(/[^\s\ufffc]*$/))
  const start = $from.pos - word.length
  const isMarked = [link, code].some((mark) => mark && doc.rangeHasMark(start, $from.pos, mark))
  const [found] = isMarked ? [] : addressesIn(word)
  if (!found) return undefined
  return closeHistory(tr.addMark(start + found.from, start + found.to, link.create({ href: found.href })))
}
