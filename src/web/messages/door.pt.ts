import type { Texts } from './catalogue.ts'
import type { doorEn } from './door.en.ts'

/** Signing in, in Portuguese. */
export const doorPt: Texts<typeof doorEn> = {
  signInTo: 'para editar “{name}”',
  nameOrEmail: 'Nome ou endereço de e-mail',
  signInWrong: 'Esse nome e essa palavra-passe não correspondem.',
  signInWrongHint: 'Verifique ambos, e se o Caps Lock está ligado.',
  signInTooOften: 'Demasiadas tentativas.',
  signInWait: {
    one: 'Após várias tentativas esperamos um pouco. Pode tentar de novo dentro de {count} segundo.',
    other: 'Após várias tentativas esperamos um pouco. Pode tentar de novo dentro de {count} segundos.',
  },
  signInAfter: 'Iniciar sessão · aguarde {count} s',
  signOut: 'Terminar sessão',
  signedOut: 'Terminou a sessão',
  signedOutHint: 'Quem usar este navegador a seguir vê o que todos veem.',

  forgotten: 'Esqueceu-se?',
  forgotTitle: 'Esqueceu-se da palavra-passe?',
  forgotHint: 'Escreva o seu nome ou endereço de e-mail: receberá uma ligação para escolher outra.',
  sendLink: 'Enviar a ligação',
  forgotSent: 'Se essa conta existir, um e-mail está a caminho.',
  forgotSentHint:
    'A ligação serve uma vez, durante uma hora. Se nada chegar, veja no correio indesejado ou pergunte à administração.',
  forgotNoMail:
    'Este calendário não envia e-mail. A administração pode criar uma ligação para escolher outra.',
  chooseTitle: 'Escolher uma palavra-passe',
  chooseHint: 'para “{name}”',
  newPassword: 'Nova palavra-passe',
  newPasswordHint: '12 caracteres ou mais. Várias palavras sem relação entre si são uma boa escolha.',
  savePassword: 'Guardar e iniciar sessão',
  passwordShort: 'São precisos 12 caracteres ou mais.',
  passwordLong: 'Pode ter no máximo 1000 caracteres.',
  passwordCommon: 'Esta é das que se experimentam primeiro. Use várias palavras sem relação entre si.',
  passwordPersonal: 'Esta é feita do que toda a gente sabe de si. Use palavras que não tenham nada a ver.',
  linkOver: 'Esta ligação já foi usada ou é demasiado antiga',
  linkOverHint: 'Uma ligação serve uma vez e por pouco tempo.',
  askAgain: 'Pedir outra ligação',
}
