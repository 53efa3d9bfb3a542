import type { ComponentChildren } from 'preact'
import { FormDialog } from './form.tsx'

/** Asks once more before something is done. */
export function Question<Done>(props: {
  readonly title: string
  readonly says: ComponentChildren
  readonly yes: string
  readonly no?: string
  readonly isDanger?: boolean
  readonly does: () => Promise<Done>
  readonly onClose: () => void
  readonly onDone: (done: Done) => void
}) {
  const { says, does, onDone, ...asked } = props
  return (
    <FormDialog
      {...asked}
      intro={typeof says === 'string' ? <p>{says}</p> : says}
      start={{}}
      fields={{}}
      save={async () => ({ done: await does() })}
      onDone={({ done }) => onDone(done)}
    />
  )
}
