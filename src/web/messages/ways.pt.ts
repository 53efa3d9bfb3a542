import type { Texts } from './catalogue.ts'
import type { waysEn } from './ways.en.ts'

/** Signing in by other ways than a password, in Portuguese. */
export const waysPt: Texts<typeof waysEn> = {
  orElse: 'ou',
  signInWith: 'Iniciar sessão com {name}',
  providerAway: 'Não é possível contactar {name} neste momento',
  providerAwayHint: 'Tente novamente dentro de momentos, ou inicie sessão com a sua palavra-passe.',
  providerRefused: '{name} não permitiu a entrada',
  providerRefusedHint: 'Tente novamente. Se não ajudar, pergunte a quem gere este sítio.',
  providerStale: 'Demorou demasiado, ou começou noutra janela',
  providerStaleHint: 'Comece de novo.',
  providerClockHint: 'Os relógios deste sítio e de {name} diferem. Quem gere este sítio pode corrigir isso.',
  providerNoRole: 'A sua conta em {name} não tem acesso a este calendário',
  providerNoAccount: 'Não há aqui uma conta para si',
  providerNoEmail: '{name} não comunicou o seu endereço de e-mail',
  providerAsk: 'Pergunte a quem gere este sítio.',
  providerTaken: 'Já existe aqui uma conta com o seu endereço',
  providerTakenHint:
    '{name} não confirmou que o endereço é seu. Inicie sessão com a palavra-passe dessa conta.',
  providerOther: 'A conta com o seu endereço pertence a outra pessoa em {name}',
  providerOtherHint:
    'Quem gere este sítio foi avisado. Se a conta for sua, inicie sessão como antes e associe {name} na sua conta.',

  usePasskey: 'Usar uma chave de acesso',
  passkeyNone:
    'Não foi usada nenhuma chave de acesso. Tente de novo ou inicie sessão com a sua palavra-passe.',
  passkeyUnknown: 'Esta chave de acesso não abre nenhuma conta aqui',
  passkeyUnknownHint:
    'Talvez tenha sido removida. Inicie sessão de outra forma e volte a adicioná-la na sua conta.',
  passkeyRefused: 'Não foi possível verificar a chave de acesso',
  passkeyRefusedHint: 'Tente de novo. Se não resultar, inicie sessão com a sua palavra-passe.',
  otherWay: 'Iniciar sessão de outra forma',
  useRecoveryCode: 'Usar um código de recuperação',
  recoveryTitle: 'Iniciar sessão com um código de recuperação',
  recoveryHint: 'Cada código serve uma vez.',
  recoveryCode: 'Código de recuperação',
  recoveryWrong: 'Esse nome e esse código de recuperação não correspondem.',
  recoveryWrongHint: 'Um código já usado não volta a servir.',

  emailTitle: 'Confirme o seu endereço',
  emailHint: '“{name}” passa a receber as mensagens em {email}.',
  emailConfirm: 'Confirmar o endereço',
  emailDone: 'O seu endereço está confirmado',
  emailDoneHint: 'A partir de agora as mensagens vão para {email}.',
  emailTaken: 'O endereço já pertence a outra conta',
  emailTakenHint: 'A sua conta mantém o endereço que tinha.',
  joinTaken: 'Esta conta de {name} abre outra conta aqui',
  joinTakenHint: 'Entre com ela para ver qual, e remova-a lá primeiro.',
}
