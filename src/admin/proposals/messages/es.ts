import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the queue of proposals says, in Spanish. */
export const es: Translated<typeof en> = {
  proposals: 'Propuestas',
  forApproval: 'Para aprobar',
  newEvent: 'Evento nuevo',
  changeOf: 'Cambio en «{title}»',
  reportOf: 'Error en «{title}»',
  field: 'Campo',
  publicNow: 'Público ahora',
  proposed: 'Propuesto',
  takeIt: '¿Tomarlo?',
  take: 'Tomar',
  changedSince: 'Cambiado aquí desde entonces',
  before: 'antes: {value}',
  takeSome: 'Tomar {count} de {all} cambios',
  accept: 'Aprobar',
  acceptNew: 'Aprobar y publicar',
  done: 'Hecho',
  spam: 'Spam',
  trust: 'Publicar de inmediato lo que envíe desde ahora',
  acceptedBefore: 'aceptadas antes: {count}',
  goneEvent: 'El evento está en la papelera o borrado: solo se puede rechazar.',
  asked: 'Preguntado: «{message}»',
  nothing: 'No espera ninguna propuesta',
  nothingHint: 'Aquí está lo que envían personas ajenas al calendario.',
  taken: 'Tomado: {title}',
  refused: 'No tomado: {title}',
  marked: 'Spam: {title}',
  picture: 'La imagen enviada',
  none: 'Nada',
  fieldNames:
    'Título|Comienza|Termina|Todo el día|Zona horaria|Lugar|Organizador|Descripción|Resumen|Precio|Sitio web|Categorías|Etiquetas|Se celebra|Motivo|Asistencia|En línea en|Se repite|Imagen',
}
