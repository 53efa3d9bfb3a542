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
}
