import type { Texts } from './catalogue.ts'
import type { waysEn } from './ways.en.ts'

/** Signing in by other ways than a password, in Arabic. */
export const waysAr: Texts<typeof waysEn> = {
  orElse: 'أو',
  signInWith: 'تسجيل الدخول بواسطة {name}',
  providerAway: 'لا يمكن الوصول إلى {name} الآن',
  providerAwayHint: 'حاول مرة أخرى بعد قليل، أو سجّل الدخول بكلمة مرورك.',
  providerRefused: 'لم يسمح لك {name} بالدخول',
  providerRefusedHint: 'حاول مرة أخرى. إن لم ينفع ذلك فاسأل من يدير هذا الموقع.',
  providerStale: 'استغرق ذلك وقتًا طويلًا أو بدأ في نافذة أخرى',
  providerStaleHint: 'ابدأ من جديد.',
  providerClockHint: 'ساعة هذا الموقع تختلف عن ساعة {name}. يمكن لمن يدير الموقع إصلاح ذلك.',
  providerNoRole: 'حسابك لدى {name} لا يملك حق الوصول إلى هذا التقويم',
  providerNoAccount: 'لا يوجد حساب لك هنا',
  providerNoEmail: 'لم يخبرنا {name} بعنوان بريدك الإلكتروني',
  providerAsk: 'اسأل من يدير هذا الموقع.',
  providerTaken: 'يوجد هنا حساب بعنوانك بالفعل',
  providerTakenHint: 'لم يؤكد {name} أن العنوان لك. سجّل الدخول بكلمة مرور ذلك الحساب.',

  usePasskey: 'استخدام مفتاح المرور',
  passkeyNone: 'لم يُستخدم أي مفتاح مرور. حاول مرة أخرى أو سجّل الدخول بكلمة المرور.',
  passkeyUnknown: 'مفتاح المرور هذا لا يفتح أي حساب هنا',
  passkeyUnknownHint: 'ربما أُزيل. سجّل الدخول بطريقة أخرى وأضفه من جديد في حسابك.',
  passkeyRefused: 'تعذّر التحقق من مفتاح المرور',
  passkeyRefusedHint: 'حاول مرة أخرى. وإن لم ينفع ذلك فسجّل الدخول بكلمة المرور.',
  useRecoveryCode: 'استخدام رمز استرداد',
  recoveryTitle: 'تسجيل الدخول برمز استرداد',
  recoveryHint: 'كل رمز من رموزك يعمل مرة واحدة.',
  recoveryCode: 'رمز الاسترداد',
  recoveryWrong: 'هذا الاسم ورمز الاسترداد غير متطابقين.',
  recoveryWrongHint: 'الرمز الذي استُخدم لا يعمل مرة أخرى.',

  emailTitle: 'تأكيد عنوانك',
  emailHint: 'سيتلقى «{name}» رسائله على {email}.',
  emailConfirm: 'تأكيد العنوان',
  emailDone: 'تم تأكيد عنوانك',
  emailDoneHint: 'من الآن تصل الرسائل إلى {email}.',
  emailTaken: 'أصبح العنوان لحساب آخر',
  emailTakenHint: 'يحتفظ حسابك بعنوانه السابق.',
  joinTaken: 'هذا الحساب في {name} يفتح حسابًا آخر هنا',
  joinTakenHint: 'سجّل الدخول به لترى أي حساب هو، ثم أزله من هناك أولًا.',
}
