import type { Translated } from '../../messages/catalogue.ts'
import type { en } from './en.ts'

/** What the queue of proposals says, in Portuguese. */
export const pt: Translated<typeof en> = {
  proposals: 'Propostas',
  forApproval: 'Para aprovar',
  newEvent: 'Evento novo',
  changeOf: 'Alteração em “{title}”',
  reportOf: 'Erro em “{title}”',
  field: 'Campo',
  publicNow: 'Público agora',
  proposed: 'Proposto',
  takeIt: 'Aceitar?',
  take: 'Aceitar',
  changedSince: 'Alterado aqui entretanto',
  before: 'antes: {value}',
  takeSome: 'Aceitar {count} de {all} alterações',
  accept: 'Aprovar',
  acceptNew: 'Aprovar e publicar',
  done: 'Feito',
  spam: 'Spam',
  trust: 'Publicar logo o que enviar a partir de agora',
  acceptedBefore: 'aceites antes: {count}',
  goneEvent: 'O evento está no lixo ou foi removido: só pode ser recusado.',
  asked: 'Perguntado: “{message}”',
  nothing: 'Nenhuma proposta à espera',
  nothingHint: 'Aqui está o que envia quem não trabalha no calendário.',
  taken: 'Aceite: {title}',
  refused: 'Não aceite: {title}',
  marked: 'Spam: {title}',
  picture: 'A imagem enviada',
  none: 'Nenhum',
  fieldNames:
    'Título|Começa|Termina|Dia inteiro|Fuso horário|Local|Organizador|Descrição|Resumo|Preço|Site|Categorias|Etiquetas|Realiza-se|Motivo|Participação|Online em|Repete-se|Imagem',
}
