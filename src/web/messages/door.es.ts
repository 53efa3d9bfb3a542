import type { Texts } from './catalogue.ts'
import type { doorEn } from './door.en.ts'

/** Signing in, in Spanish. */
export const doorEs: Texts<typeof doorEn> = {
  signInTo: 'para editar «{name}»',
  nameOrEmail: 'Nombre o dirección de correo',
  signInWrong: 'Ese nombre y esa contraseña no van juntos.',
  signInWrongHint: 'Compruebe ambos, y si está activado Bloq Mayús.',
  signInTooOften: 'Demasiados intentos.',
  signInWait: {
    one: 'Tras varios intentos esperamos un poco. Puede volver a intentarlo dentro de {count} segundo.',
    other: 'Tras varios intentos esperamos un poco. Puede volver a intentarlo dentro de {count} segundos.',
  },
  signInAfter: 'Iniciar sesión · espere {count} s',
  signOut: 'Cerrar sesión',
  signedOut: 'Ha cerrado la sesión',
  signedOutHint: 'Quien use después este navegador verá lo que ve todo el mundo.',
}
