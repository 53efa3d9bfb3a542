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
    'Há uma conta para si em {site}. Este endereço é o nome de utilizador. Escolha uma palavra-passe para começar.',
  choosePassword: 'Escolher uma palavra-passe',

  resetSubject: 'Escolha uma nova palavra-passe para {site}',
  reset:
    'Alguém, provavelmente você, pediu uma nova palavra-passe para a conta de {site} que tem este endereço.',
  chooseNewPassword: 'Escolher uma nova palavra-passe',
  resetNotYou: 'Se não foi você, ignore esta mensagem: a sua palavra-passe fica como está.',

  passwordChangedSubject: 'A sua palavra-passe em {site} foi alterada',
  passwordChanged: 'A palavra-passe da sua conta em {site} foi alterada em {at}.',
  changeNotYou: 'Se não foi você, escolha já uma nova palavra-passe: isso termina todas as sessões.',

  methodSubject: 'Nova forma de iniciar sessão em {site}',
  method: 'Foi adicionada uma nova forma de iniciar sessão à sua conta em {site} em {at}: {method}.',
  passkey: 'uma chave de acesso',
  provider: 'início de sessão com {name}',
  recoveryCodes: 'códigos de recuperação',

  methodNotYou:
    'Se não foi você, escolha já uma nova palavra-passe e remova da sua conta esta forma de iniciar sessão.',
  confirmSubject: 'Confirme o seu endereço para {site}',
  confirm: 'Uma conta em {site} passa a ter este endereço: {address}.',
  confirmAddress: 'Confirmar o endereço',
  addressChangedSubject: 'O seu endereço em {site} foi alterado',
  addressChanged:
    'As mensagens para a sua conta em {site} vão a partir de agora para outro endereço. O endereço foi alterado em {at}.',
  tellWhoRuns: 'Se não foi você, avise já quem gere {site}.',

  refusedSubject: 'Alguém não pôde entrar em {site}',
  refusedPerson:
    'Alguém que {method} deixou entrar tem o endereço da conta {login} de {site}. Essa conta pertence lá a outra pessoa, por isso a sessão não foi iniciada.',
  refusedPersonHint:
    'Se for a mesma pessoa, inicia sessão como antes e associa a nova conta de {method} à sua, na sua conta aqui.',
  showPeople: 'Ver as contas',
  testSubject: 'Os e-mails de {site} chegam',
  test: 'Isto é um teste, pedido por quem configurou o servidor de correio de {site}: as mensagens chegam a este endereço.',

  ...submissionsPt,
}
