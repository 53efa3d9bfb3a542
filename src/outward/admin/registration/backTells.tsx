import type { Foretold } from '../common/goBack.ts'
import { Answers, Dialog } from '../dialog.tsx'
import { t, tn } from './texts.ts'

const says = {
  time: 'newTime',
  place: 'newPlace',
  canceled: 'cancelled',
  postponed: 'postponed',
  restored: 'takesPlace',
  offer: 'offered',
} as const satisfies Record<Foretold[number]['news'], string>

/** How many guests are told what. */
export function Tells({ tells }: { readonly tells: Foretold }) {
  return (
    <>
      {tells.map(({ news, count }) => (
        <p key={news}>{tn(says[news], count)}</p>
      ))}
    </>
  )
}

/** Says who is told of it before something is taken back. */
export function BackTells(props: { readonly tells: Foretold; readonly onAnswer: (isYes: boolean) => void }) {
  const { tells, onAnswer } = props
  return (
    <Dialog
      title={t('tellTitle')}
      onClose={() => onAnswer(false)}
      onAnswer={(answer) => onAnswer(answer === 'yes')}
      foot={<Answers no={t('leaveIt')} yes={t('takeBack')} />}
    >
      <Tells tells={tells} />
    </Dialog>
  )
}
