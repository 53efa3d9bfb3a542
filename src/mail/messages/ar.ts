import type { MailTexts } from '../mail.texts.ts'
import { submissionsAr } from './submissions.ar.ts'

/** Arabic. */
export const ar: MailTexts = {
  greeting: 'مرحبًا {name}،',
  ending: 'أرسله {site} · {url}',
  linkEnds: 'يعمل الرابط مرة واحدة، حتى {until}.',
  notExpected: 'إذا لم تكن تنتظر هذه الرسالة فلا داعي لفعل أي شيء.',

  invitationSubject: 'حسابك على {site}',
  invitation: 'لديك حساب على {site}. هذا العنوان هو اسم المستخدم. اختر كلمة مرور للبدء.',
  choosePassword: 'اختيار كلمة مرور',

  resetSubject: 'اختر كلمة مرور جديدة لـ {site}',
  reset: 'طلب شخص ما، ولعله أنت، كلمة مرور جديدة للحساب الذي له هذا العنوان على {site}.',
  chooseNewPassword: 'اختيار كلمة مرور جديدة',
  resetNotYou: 'إذا لم تكن أنت من طلب ذلك فتجاهل هذه الرسالة: تبقى كلمة مرورك كما هي.',

  passwordChangedSubject: 'تغيّرت كلمة مرورك على {site}',
  passwordChanged: 'تغيّرت كلمة مرور حسابك على {site} في {at}.',
  changeNotYou: 'إذا لم تكن أنت من فعل ذلك فاختر كلمة مرور جديدة فورًا: فهي تُنهي كل الجلسات.',

  methodSubject: 'طريقة جديدة لتسجيل الدخول إلى {site}',
  method: 'أُضيفت طريقة جديدة لتسجيل الدخول إلى حسابك على {site} في {at}: {method}.',
  passkey: 'مفتاح مرور',
  provider: 'تسجيل الدخول بواسطة {name}',
  recoveryCodes: 'رموز الاسترداد',

  methodNotYou: 'إن لم تكن أنت، فاختر كلمة مرور جديدة فورًا وأزل طريقة الدخول هذه من حسابك.',
  confirmSubject: 'تأكيد عنوانك في {site}',
  confirm: 'سيصبح هذا العنوان عنوان حساب في {site}: {address}.',
  confirmAddress: 'تأكيد العنوان',
  addressChangedSubject: 'تغيّر عنوانك في {site}',
  addressChanged: 'تصل الرسائل الخاصة بحسابك في {site} من الآن إلى عنوان آخر. تغيّر العنوان في {at}.',
  tellWhoRuns: 'إن لم تكن أنت، فأخبر القائمين على {site} فورًا.',

  refusedSubject: 'لم يُسمح لشخص بالدخول إلى {site}',
  refusedPerson:
    'لدى شخص أدخله {method} عنوان الحساب {login} على {site}. هذا الحساب لشخص آخر هناك، فلم يُسجَّل دخوله.',
  refusedPersonHint:
    'إن كانا الشخص نفسه فليسجّل الدخول كما كان، وليربط حسابه الجديد لدى {method} من حسابه هنا.',
  showPeople: 'عرض الحسابات',
  testSubject: 'بريد {site} يعمل',
  test: 'هذه رسالة اختبار طلبها من أعدّ خادم البريد لـ {site}: تصل الرسائل إلى هذا العنوان.',

  ...submissionsAr,
}
