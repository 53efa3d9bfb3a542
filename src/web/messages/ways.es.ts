import type { Texts } from './catalogue.ts'
import type { waysEn } from './ways.en.ts'

/** Signing in by other ways than a password, in Spanish. */
export const waysEs: Texts<typeof waysEn> = {
  orElse: 'o',
  signInWith: 'Iniciar sesión con {name}',
  providerAway: 'No se puede acceder a {name} en este momento',
  providerAwayHint: 'Inténtelo de nuevo en un momento o inicie sesión con su contraseña.',
  providerRefused: '{name} no le ha permitido entrar',
  providerRefusedHint: 'Inténtelo de nuevo. Si no sirve, pregunte a quien gestiona este sitio.',
  providerStale: 'Ha tardado demasiado o empezó en otra ventana',
  providerStaleHint: 'Empiece de nuevo.',
  providerClockHint:
    'Los relojes de este sitio y de {name} difieren. Quien gestiona este sitio puede corregirlo.',
  providerNoRole: 'Su cuenta en {name} no tiene acceso a este calendario',
  providerNoAccount: 'Aquí no hay ninguna cuenta para usted',
  providerNoEmail: '{name} no ha comunicado su dirección de correo',
  providerAsk: 'Pregunte a quien gestiona este sitio.',
  providerTaken: 'Ya hay aquí una cuenta con su dirección',
  providerTakenHint:
    '{name} no ha confirmado que la dirección sea suya. Inicie sesión con la contraseña de esa cuenta.',
  providerOther: 'La cuenta con su dirección pertenece a otra persona en {name}',
  providerOtherHint:
    'Se ha avisado a quien gestiona este sitio. Si la cuenta es suya, inicie sesión como antes y enlace {name} en su cuenta.',

  usePasskey: 'Usar una llave de acceso',
  passkeyNone: 'No se usó ninguna llave de acceso. Inténtelo de nuevo o inicie sesión con su contraseña.',
  passkeyUnknown: 'Esta llave de acceso no abre ninguna cuenta aquí',
  passkeyUnknownHint: 'Quizá se quitó. Inicie sesión de otra forma y vuelva a añadirla en su cuenta.',
  passkeyRefused: 'No se pudo comprobar la llave de acceso',
  passkeyRefusedHint: 'Inténtelo de nuevo. Si no sirve, inicie sesión con su contraseña.',
  otherWay: 'Iniciar sesión de otra manera',
  useRecoveryCode: 'Usar un código de recuperación',
  recoveryTitle: 'Iniciar sesión con un código de recuperación',
  recoveryHint: 'Cada código sirve una vez.',
  recoveryCode: 'Código de recuperación',
  recoveryWrong: 'Ese nombre y ese código de recuperación no van juntos.',
  recoveryWrongHint: 'Un código ya usado no vuelve a servir.',

  emailTitle: 'Confirme su dirección',
  emailHint: '«{name}» recibirá sus mensajes en {email}.',
  emailConfirm: 'Confirmar la dirección',
  emailDone: 'Su dirección está confirmada',
  emailDoneHint: 'Desde ahora los mensajes van a {email}.',
  emailTaken: 'La dirección pertenece ya a otra cuenta',
  emailTakenHint: 'Su cuenta conserva la dirección que tenía.',
  joinTaken: 'Esta cuenta de {name} abre otra cuenta aquí',
  joinTakenHint: 'Entre con ella para ver cuál, y quítela allí primero.',
}
