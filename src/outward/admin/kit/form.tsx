import type { ComponentChildren } from 'preact'
import { Answers, Dialog } from '../dialog.tsx'
import { t } from '../texts.ts'
import { Fields, type FieldsOf } from './fields.tsx'
import { type Sending, useForm } from './useForm.ts'

/** A dialog that asks for some fields, sends them once at a time, and says beside each what is refused; of one that is not shown, above all. */
export function FormDialog<Values extends object, Done>(
  props: Sending<Values, Done> & {
    readonly title: string
    readonly yes?: string | ((values: Values) => string)
    readonly no?: string
    readonly isDanger?: boolean
    readonly intro?: ComponentChildren
    readonly outro?: ComponentChildren
    /** By what is entered, where that decides which there are. */
    readonly fields: FieldsOf<Values> | ((values: Values) => FieldsOf<Values>)
    readonly onClose: () => void
  },
) {
  const { title, yes = t('save'), no = t('notNow'), isDanger = false, intro, outro, fields, onClose } = props
  const form = useForm(props)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onAnswer={(answer) => (answer === 'yes' ? form.send() : onClose())}
      foot={<Answers no={no} yes={typeof yes === 'string' ? yes : yes(form.values)} isDanger={isDanger} />}
    >
      {intro}
      <Fields of={typeof fields === 'function' ? fields(form.values) : fields} form={form} />
      {outro}
    </Dialog>
  )
}
