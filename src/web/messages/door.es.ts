import type { Texts } from './catalogue.ts'
import type { doorEn } from './door.en.ts'

/** Signing in, in Spanish. */
export const doorEs: Texts<typeof doorEn> = {
  signInTo: 'para editar «{name}»',
  nameOrEmail: 'Nombre o dirección de correo',
  signInWrong: 'Ese nombre y esa contraseña no van juntos.',
  signInWrongHint: 'Compruebe ambos, y si está activado Bloq Mayús.',
  signInElsewhere: 'El acceso funciona en {url}',
  signInElsewhereHint:
    'Esta página llegó sin cifrar, por http: su navegador no conserva aquí ninguna sesión. Abra esa dirección.',
  signInTooOften: 'Demasiados intentos.',
  signInWait: {
    one: 'Tras varios intentos esperamos un poco. Puede volver a intentarlo dentro de {count} segundo.',
    other: 'Tras varios intentos esperamos un poco. Puede volver a intentarlo dentro de {count} segundos.',
  },
  signInAfter: 'Iniciar sesión · espere {count} s',
  signOut: 'Cerrar sesión',
  signedOut: 'Ha cerrado la sesión',
  signedOutHint: 'Quien use después este navegador verá lo que ve todo el mundo.',

  forgotten: '¿Olvidada?',
  forgotTitle: '¿Ha olvidado la contraseña?',
  forgotHint:
    'Escriba su nombre o su dirección de correo: llegará un mensaje con un enlace para elegir otra.',
  sendLink: 'Enviar el enlace',
  forgotSent: 'Si existe esa cuenta, un mensaje está en camino.',
  forgotSentHint:
    'Su enlace sirve una vez, durante una hora. Si no llega nada, mire en el correo no deseado o pregunte a la administración.',
  forgotNoMail:
    'Este calendario no envía correo. La administración puede crear un enlace para que elija otra.',
  chooseTitle: 'Elegir una contraseña',
  chooseHint: 'para «{name}»',
  newPassword: 'Nueva contraseña',
  newPasswordHint: '12 caracteres o más. Varias palabras sin relación entre sí son una buena elección.',
  savePassword: 'Guardar e iniciar sesión',
  passwordShort: 'Necesita 12 caracteres o más.',
  passwordLong: 'Puede tener 1000 caracteres como máximo.',
  passwordCommon: 'Esta es de las que se prueban primero. Tome varias palabras sin relación entre sí.',
  passwordPersonal:
    'Esta se compone de lo que todo el mundo sabe de usted. Tome palabras que no tengan nada que ver.',
  linkOver: 'Este enlace ya se ha usado o es demasiado antiguo',
  linkOverHint: 'Un enlace sirve una vez y por poco tiempo.',
  askAgain: 'Pedir otro enlace',

  setupTitle: 'Abramos su calendario',
  setupIntro: 'Tres pasos cortos. Todo se puede cambiar después.',
  setupCalendar: '1. El calendario',
  setupName: '¿Cómo se llama?',
  setupNameHint: 'Figura en lo alto de cada página y en cada fuente.',
  setupZone: '¿Dónde marcha su reloj?',
  setupZoneHint: 'Los eventos empiezan según este reloj. Compruebe que es el correcto.',
  setupLanguage: 'Idioma de las páginas',
  setupColour: 'Color de enlaces y botones',
  setupColourHint: 'Todos son legibles para cualquiera, en claro y en oscuro.',
  colourNames: 'Laguna|Azul|Cobalto|Violeta|Orquídea|Rosa|Bermellón|Naranja|Ocre|Oliva|Verde|Turquesa',
  setupAccount: '2. Su cuenta',
  yourName: 'Su nombre',
  emailAddress: 'Dirección de correo',
  setupFilling: '3. ¿Qué debe contener?',
  fillImport: 'Traer mis eventos',
  fillImportHint:
    'De WordPress, de una dirección iCalendar (Google, Outlook, otro calendario) o de una tabla.',
  fillEmpty: 'Empezar vacío',
  fillEmptyHint: 'Usted añade el primer evento. Lleva un minuto.',
  fillDemo: 'Mostrarme uno lleno',
  fillDemoHint:
    'Una ciudad inventada con su año de eventos, para probar. Tarda un minuto hasta que estén todos.',
  openCalendar: 'Abrir el calendario',
  setupSignedIn: 'Iniciará sesión como su administrador.',
  setupSample: 'Así empieza su portada.',
  setupFault: 'Esto no se puede aceptar así.',
  setupFaults: 'Algo no se puede aceptar así. No se ha guardado nada.',
  setupFixed: 'Fijado por {name} donde corre el servicio.',
  setupOver: 'Esta página sirve una vez, a quien tenga su enlace.',
}
