import type { submissionsEn } from './submissions.en.ts'

/** Mails about what was proposed, in Arabic. */
export const submissionsAr: Readonly<Record<keyof typeof submissionsEn, string>> = {
  submissionConfirmSubject: 'أكّد ما أرسلته إلى {site}',
  submissionConfirm:
    'أرسل شخص ما، ولعله أنت، شيئًا إلى {site} بهذا العنوان. أكّد أنك أنت من أرسله: لا ينظر فيه أحد قبل ذلك.',
  submissionConfirmAction: 'اطّلع عليه وأكّده',
  submissionConfirmEnds: 'يُحفظ حتى {until}. إن لم تكن أنت فلا تفعل شيئًا: سيُحذف ولن يكتب إليك أحد مرة أخرى.',
  submissionAskedSubject: 'سؤال عن «{title}»',
  submissionAsked: 'لدى {site} سؤال عن «{title}» الذي أرسلته:',
  submissionAskedAction: 'أجب وصحّح',
  submissionAcceptedSubject: '«{title}» في التقويم',
  submissionAccepted: 'شكرًا لك! «{title}» الآن في {site}.',
  submissionChangedSubject: 'نُشر تعديلك على «{title}»',
  submissionChanged: 'شكرًا لك! ما اقترحته لـ «{title}» الآن في {site}.',
  submissionReportSubject: 'بلاغك عن «{title}»',
  submissionReport: 'شكرًا لك! نظر {site} في بلاغك عن «{title}».',
  submissionShow: 'اعرض الفعالية',
  submissionRejectedSubject: 'بخصوص «{title}»',
  submissionRejected: 'لن ينشر {site} «{title}» الذي أرسلته.',
  submissionReason_duplicate: 'هو في التقويم بالفعل.',
  submissionReason_not_public: 'ليس مفتوحًا للجمهور.',
  submissionReason_elsewhere: 'هو خارج منطقة هذا التقويم.',
  submissionReason_advertising: 'هو إعلان أكثر منه فعالية.',
  submissionReason_incomplete: 'ينقصه الكثير من المعلومات.',
  submissionState: 'اعرف أين وصل',
  submissionDigestSubject: 'في الانتظار لدى {site}: {count}',
  submissionDigest: 'هذا ينتظر النظر فيه:',
  submissionDigestAction: 'اعرض ما ينتظر',
}
