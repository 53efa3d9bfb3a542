import type { MailTexts } from '../mail.texts.ts'
import { submissionsEs } from './submissions.es.ts'

/** Spanish. */
export const es: MailTexts = {
  greeting: 'Hola, {name}:',
  ending: 'Enviado por {site} · {url}',
  linkEnds: 'El enlace funciona una sola vez, hasta el {until}.',
  notExpected: 'Si no esperaba este mensaje, no tiene que hacer nada.',

  invitationSubject: 'Su cuenta en {site}',
  invitation:
    'Hay una cuenta para usted en {site}. Esta dirección es su nombre de usuario. Elija una contraseña para empezar.',
  choosePassword: 'Elegir una contraseña',

  resetSubject: 'Elija una contraseña nueva para {site}',
  reset:
    'Alguien, probablemente usted, ha pedido una contraseña nueva para la cuenta de {site} que tiene esta dirección.',
  chooseNewPassword: 'Elegir una contraseña nueva',
  resetNotYou: 'Si no ha sido usted, ignore este mensaje: su contraseña no cambia.',

  passwordChangedSubject: 'Su contraseña en {site} ha cambiado',
  passwordChanged: 'La contraseña de su cuenta en {site} se cambió el {at}.',
  changeNotYou:
    'Si no ha sido usted, elija de inmediato una contraseña nueva: así se cierran todas las sesiones.',

  methodSubject: 'Nueva forma de iniciar sesión en {site}',
  method: 'Se añadió una nueva forma de iniciar sesión a su cuenta en {site} el {at}: {method}.',
  passkey: 'una llave de acceso',
  provider: 'inicio de sesión con {name}',
  recoveryCodes: 'códigos de recuperación',

  methodNotYou:
    'Si no fue usted, elija enseguida una nueva contraseña y quite de su cuenta esta forma de iniciar sesión.',
  confirmSubject: 'Confirme su dirección para {site}',
  confirm: 'Una cuenta de {site} tendrá esta dirección: {address}.',
  confirmAddress: 'Confirmar la dirección',
  addressChangedSubject: 'Su dirección en {site} ha cambiado',
  addressChanged:
    'Los mensajes para su cuenta en {site} van desde ahora a otra dirección. La dirección se cambió el {at}.',
  tellWhoRuns: 'Si no fue usted, avise enseguida a quien gestiona {site}.',

  refusedSubject: 'No se dejó entrar a alguien en {site}',
  refusedPerson:
    'Alguien a quien {method} dejó entrar tiene la dirección de la cuenta {login} de {site}. Esa cuenta pertenece allí a otra persona, así que no se inició la sesión.',
  refusedPersonHint:
    'Si es la misma persona, inicie sesión como antes y enlace la cuenta nueva de {method} con la suya, en su cuenta de aquí.',
  showPeople: 'Ver las cuentas',
  testSubject: 'Los correos de {site} llegan',
  test: 'Esto es una prueba. La ha pedido quien configuró el servidor de correo de {site}: los mensajes llegan a esta dirección.',

  ...submissionsEs,
}
