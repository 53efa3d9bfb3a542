import type { Foretold } from '../../../pure/params/guests.ts'
import { Answers, Dialog } from '../dialog.tsx'
import { Tells } from '../registration/tells.tsx'
import { t as tRegistration } from '../registration/texts.ts'
import { t } from './texts.ts'

/** Says who is told of it before something is taken back. */
export function BackTells(props: { readonly tells: Foretold; readonly onAnswer: (isYes: boolean) => void }) {
  const { tells, onAnswer } = props
  return (
    <Dialog
      title={tRegistration('tellTitle')}
      onClose={() => onAnswer(false)}
      onAnswer={(answer) => onAnswer(answer === 'yes')}
      foot={<Answers no={t('leave')} yes={t('undo')} />}
    >
      <Tells tells={tells} />
    </Dialog>
  )
}
