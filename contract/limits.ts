/** Each business constant once. Units are in the names. */
export const usernameLengthMin = 3
/** RFC 5321: the maximum length between the brackets of a path. */
export const emailLengthMax = 254
export const usernameLengthMax = 64
export const passwordLengthMin = 6
export const adminPasswordLengthMin = 12
export const passwordLengthMax = 256

export const pageSizeDefault = 25
export const pageSizeMax = 100

export const messageTextLengthMin = 10
export const messageTextLengthMax = 5_000
/** Questions and answers, published or not: one page that a person puts in order. */
export const faqEntriesMax = 200
/** An answer to a message. */
export const replyTextLengthMax = 20_000
export const nameLengthMax = 200
/** Texts that the business writes: of tickets, services and questions, newsletters, the imprint. */
export const descriptionLengthMax = 20_000
/** A customer's request: three pages. */
export const requestLengthMax = 10_000
/** The work or the wish of one entry: a page. */
export const entryDescriptionLengthMax = 3_000
export const noteLengthMax = 5_000
export const answerLengthMax = 5_000
export const searchLengthMax = 200
export const urlLengthMax = 2_000

/** More bookmarks than anybody keeps in view. */
export const customerLinksMax = 50
export const serviceUrlsMax = 20
export const serviceCredentialsMax = 50
export const servicePasswordLengthMax = 500
/** Revealed passwords per user and hour. */
export const revealsPerHourMax = 20
/** How long a reauthentication counts. */
export const freshAuthenticationMinutes = 10
export const collectionServicesMax = 100
export const versionLengthMax = 100

/** An application that does not report for an hour is silent, unless it has its own period, of at most 30 days. */
export const applicationPeriodMinutesDefault = 60
export const applicationPeriodMinutesMax = 30 * 24 * 60

export const websiteCheckMinutes = 10
export const websiteHistoryDays = 90
/** When the end of a certificate is shown as near, and when a mail is sent. */
export const certificateExpiringDays = 30
export const certificateWarningDays = 14

/** RFC 1035: 63 octets in a label, 253 characters in a name. */
export const dnsLabelLengthMax = 63
export const dnsNameLengthMax = 253
export const dnsTtlMin = 300
/** RFC 8767: resolvers cap a week. */
export const dnsTtlMax = 7 * 24 * 60 * 60
export const dnsApiKeyLengthMax = 500
export const dnsNameServersMax = 16
export const dnsTemplateLengthMax = 500
export const dnsDomainsMax = 100
export const dnsHostnamesMax = 500
export const dnsEndpointsMax = 100
export const dnsEndpointHostnamesMax = 100
export const dnsHistoryDays = 90
/** Names of one update call, as in dyndns2. */
export const dnsCallNamesMax = 20
/** Update calls of one endpoint; two in a row always pass. */
export const dnsCallsPerMinute = 10
/** Stored calls of one endpoint per day; later ones replace the last. */
export const dnsCallsPerDay = 300
/** New addresses of one endpoint, counted per host name. */
export const dnsChangesPerDay = 2_000
/** After a new token is made. */
export const dnsPreviousTokenDays = 7

/** The same as in its error message: 10 MB. */
export const fileBytesMax = 10 * 1_048_576
/** More than a logo needs; each visitor loads it. */
export const logoBytesMax = 512 * 1_024
export const logoPixelsMin = 16
export const logoPixelsMax = 4_000
export const fileNameLengthMax = 120
export const attachmentsMax = 10

/**
 * This many entries are returned with their ticket, the oldest first; the others are read as pages. Whole pages, of the
 * largest size.
 */
export const ticketEntriesMax = 2 * pageSizeMax

/** 10 000 hours and 1 million EUR in one entry are typing errors. */
export const entryHoursMax = 10_000
export const amountEurMax = 1_000_000

/** The field length of bookkeeping programs (DATEV, Belegfeld 1). */
export const invoiceNumberLengthMax = 36
export const invoiceEntriesMax = 500
/** Eight digits: what fits a form and a sort key. */
export const invoiceStartMax = 99_999_999
/** More lines than anybody checks; with their work record they are 300 pages. */
export const invoiceLinesMax = 500
/** The name of a ticket, and its hours. */
export const invoiceLineTextMax = 250
export const invoiceLineDescriptionMax = 1_000
export const invoiceCancelReasonMax = 500
export const questionLengthMax = 2_000
export const questionsPerInvoiceMax = 100
/** Instalments of many years. Counter entries are not counted: each payment has at most one. */
export const paymentsPerInvoiceMax = 200
/** Germany has three rates; a year in which they changed has up to twice as many. */
export const taxLinesMax = 6
export const taxRatePercentMax = 100
/** Proposed rates, the default first (§ 12 UStG). */
export const vatRatesPercent = [19, 7, 0] as const
/** Tax rounded line by line may differ this much from the tax on the sum. */
export const taxRoundingCentsMax = 50

export const toastTimeoutMs = 5_000
export const loadingScreenMsDefault = 2_000

/** Billed time is proposed in steps of a quarter of an hour, rounded up. */
export const billingStepMinutes = 15

export const impersonationMinutesMax = 60
export const invitationHours = 72
export const passwordResetMinutes = 30
/** For this long no second reset link is mailed to the same user. */
export const passwordResetAgainMinutes = 10
/** Links that confirm an e-mail address or the newsletter. */
export const confirmationHours = 24
/** How long the last undisputed address can revert changes of the e-mail address, and recover the account. */
export const emailStopDays = 30
/** Users whom a stop may keep: as many as its page names. */
export const keptUsersMax = 20
/** How long a browser of an account stays known without being used. */
export const deviceMarkDays = 90

/** Grace period for account deletion. */
export const erasureWaitDays = 14

/** How long an export of a customer's data can be downloaded, and the number per day. */
export const exportKeptDays = 7
export const exportsPerDayMax = 3

/** Lifetime of a pending login. */
export const pendingLoginMinutes = 5
export const recoveryCodesCount = 10
export const passkeyChallengeMinutes = 5
export const passkeysMax = 20
