import type { MailTexts } from '../mail.texts.ts'
import { submissionsPt } from './submissions.pt.ts'

/** Portuguese. */
export const pt: MailTexts = {
  greeting: 'Olá, {name},',
  ending: 'Enviado por {site} · {url}',
  linkEnds: 'A ligação funciona uma só vez, até {until}.',
  notExpected: 'Se não esperava esta mensagem, não precisa de fazer nada.',

  invitationSubject: 'A sua conta em {site}',
  invitation:
    'Há uma conta para si em {site}. O seu nome de utilizador é {login}. Escolha uma palavra-passe para começar.',
  choosePassword: 'Escolher uma palavra-passe',

  resetSubject: 'Escolha uma nova palavra-passe para {site}',
  reset: 'Alguém, provavelmente você, pediu uma nova palavra-passe para a sua conta {login} em {site}.',
  chooseNewPassword: 'Escolher uma nova palavra-passe',
  resetNotYou: 'Se não foi você, ignore esta mensagem: a sua palavra-passe fica como está.',

  passwordChangedSubject: 'A sua palavra-passe em {site} foi alterada',
  passwordChanged: 'A palavra-passe da sua conta {login} em {site} foi alterada em {at}.',
  changeNotYou: 'Se não foi você, escolha já uma nova palavra-passe: isso termina todas as sessões.',

  methodSubject: 'Nova forma de iniciar sessão em {site}',
  method: 'Foi adicionada uma nova forma de iniciar sessão à sua conta {login} em {site} em {at}: {method}.',
  passkey: 'a chave de acesso «{name}»',
  provider: 'início de sessão com {name}',
  recoveryCodes: 'códigos de recuperação',

  methodNotYou:
    'Se não foi você, escolha já uma nova palavra-passe e remova da sua conta esta forma de iniciar sessão.',
  confirmSubject: 'Confirme o seu endereço para {site}',
  confirm: 'A sua conta {login} em {site} passa a ter o endereço {address}.',
  confirmAddress: 'Confirmar o endereço',
  addressChangedSubject: 'O seu endereço em {site} foi alterado',
  addressChanged:
    'As mensagens para a sua conta {login} em {site} vão a partir de agora para {other}. O endereço foi alterado em {at}.',
  tellWhoRuns: 'Se não foi você, avise já quem gere {site}.',

  testSubject: 'Os e-mails de {site} chegam',
  test: 'Isto é um teste, pedido por quem configurou o servidor de correio de {site}: as mensagens chegam a este endereço.',

  ...submissionsPt,
}
