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
}
