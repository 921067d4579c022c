/** The German sentence of every error code. Shown by the browser and sent as `title` of the problem document. */
import type { ErrorCode } from '#contract/errors.ts'
import {
  customerLinksMax,
  dnsDomainsMax,
  dnsEndpointsMax,
  dnsHostnamesMax,
  faqEntriesMax,
  passkeysMax,
} from '#contract/limits.ts'

export const errorTexts: Record<ErrorCode, string> = {
  'request.malformed': 'Die Anfrage ist unvollständig oder beschädigt.',
  'request.body_too_large': 'Die gesendeten Daten sind zu groß.',
  'request.media_type': 'Dieses Datenformat wird nicht angenommen.',
  'request.invalid': 'Bitte prüfen Sie Ihre Eingaben.',
  'request.unknown_parameter': 'Die Anfrage enthält unbekannte Angaben.',
  'request.timeout': 'Die Übertragung hat zu lange gedauert. Bitte versuchen Sie es erneut.',
  'session.required': 'Bitte melden Sie sich an.',
  'session.login_failed': 'Login Fehlgeschlagen! Bitte überprüfen Sie ihre Eingaben.',
  'session.reauthentication_required': 'Bitte bestätigen Sie zuerst Ihr Passwort.',
  'role.forbidden': 'Dafür fehlt Ihnen die Berechtigung.',
  'second_factor.required': 'Bitte richten Sie zuerst Ihren zweiten Faktor ein.',
  csrf_failed: 'Die Sicherheitsprüfung ist abgelaufen. Bitte versuchen Sie es erneut.',
  not_found: 'Das gibt es nicht, oder es gehört nicht zu Ihrem Kundenkonto.',
  method_not_allowed: 'Diese Aktion gibt es hier nicht.',
  stale: 'Diese Angaben wurden inzwischen an anderer Stelle geändert. Bitte laden Sie sie neu.',
  'idempotency.in_progress': 'Ihre Eingabe wird gerade verarbeitet. Bitte warten Sie einen Moment.',
  'idempotency.answer_lost':
    'Ihre Eingabe ist gespeichert, nur unsere Antwort ging verloren. Bitte laden Sie die Seite neu und senden Sie sie nicht noch einmal.',
  'idempotency.reused': 'Diese Eingabe wurde bereits mit anderem Inhalt gesendet.',
  'as_user.read_only': 'In der Ansicht als Kunde lässt sich nichts ändern.',
  'as_user.no_files': 'In der Ansicht als Kunde werden keine Dateien heruntergeladen.',
  'as_user.not_allowed': 'Diese Ansicht lässt sich nicht starten.',
  throttled: 'Zu viele Versuche. Bitte warten Sie einen Moment.',
  'budget.used_up':
    'Für heute ist aufgebraucht, was Ihr Kundenkonto an einem Tag ändern oder herunterladen kann. Bitte machen Sie morgen weiter.',
  busy: 'Der Server ist gerade ausgelastet. Bitte versuchen Sie es in Kürze erneut.',
  unavailable: 'Das Portal ist gerade nicht erreichbar. Bitte versuchen Sie es in Kürze erneut.',
  internal: 'Auf dem Server ist ein Fehler aufgetreten.',

  'account.token_invalid': 'Dieser Link ist abgelaufen oder wurde schon benutzt.',
  'account.already_set_up': 'Das Kundenportal ist bereits eingerichtet.',
  'second_factor.login_over': 'Die Anmeldung hat zu lange gedauert. Bitte melden Sie sich noch einmal an.',
  'second_factor.already_on': 'Die Anmeldung mit einem Code ist schon eingeschaltet.',
  'second_factor.not_started': 'Die Einrichtung ist nicht mehr offen. Bitte beginnen Sie noch einmal.',
  'second_factor.off': 'Für Ihren Zugang ist kein zweiter Faktor eingeschaltet.',
  'second_factor.own_first':
    'Bitte richten Sie zuerst Ihren eigenen zweiten Faktor ein. Sonst würden Sie sich selbst aussperren.',
  'passkey.refused':
    'Dieser Passkey wird hier nicht angenommen. Bitte versuchen Sie es erneut oder nehmen Sie einen anderen Weg.',
  'passkey.too_many': `Mehr als ${passkeysMax} Passkeys lassen sich nicht hinterlegen. Bitte löschen Sie zuerst einen.`,
  'password.changed_too_often':
    'Ihr Passwort wurde in den letzten 24 Stunden schon mehrmals geändert. Ein weiteres Mal geht es über „Passwort vergessen“.',
  'user.last_admin': 'Der letzte aktive Administrator kann nicht entfernt werden.',
  'user.own_account': 'Der eigene Zugang lässt sich so nicht ändern.',
  'user.in_dispute':
    'Von diesem Zugang haben Sie vor Kurzem Ihre eigenen Rechte bekommen. Zum Schutz vor Missbrauch können Sie ihn 30 Tage lang nicht ändern.',
  'user.already_active': 'Dieser Zugang hat bereits ein Passwort.',
  'user.inactive': 'Dieser Zugang ist deaktiviert.',
  'user.no_email': 'Für diesen Benutzer ist keine E-Mail-Adresse hinterlegt.',
  'user.has_history':
    'Für diesen Benutzer ist gemessene Arbeitszeit gespeichert. Bitte deaktivieren Sie stattdessen den Zugang.',
  'customer.has_history':
    'Der Kunde hat Tickets, Anfragen, Rechnungen, Dienste oder Benutzer und kann nicht gelöscht werden.',
  'customer.erased': 'Dieses Kundenkonto ist gelöscht und lässt sich nicht mehr ändern.',
  'erasure.already_asked': 'Die Löschung dieses Kundenkontos ist bereits angefordert.',
  'erasure.none': 'Für dieses Kundenkonto ist keine Löschung angefordert.',
  'erasure.own_business':
    'Zu diesem Kundenkonto gehört ein Administrator. Das eigene Unternehmen lässt sich nicht löschen.',
  'erasure.running':
    'Dieses Kundenkonto wird gerade endgültig gelöscht. Das lässt sich nicht mehr widerrufen oder ändern.',
  'erasure.unpaid_invoices':
    'Es sind noch Rechnungen offen. Das Kundenkonto lässt sich erst löschen, wenn alle bezahlt sind.',
  'faq.set_changed': 'Die Fragen wurden inzwischen an anderer Stelle geändert. Bitte laden Sie die Liste neu.',
  'faq.too_many': `Mehr als ${faqEntriesMax} Fragen lassen sich nicht speichern. Bitte löschen Sie zuerst eine.`,
  'customer_export.running': 'Ihre Daten werden gerade schon zusammengestellt.',
  'customer_export.too_many':
    'Ihre Daten wurden heute schon mehrmals zusammengestellt. Bitte laden Sie die vorhandene Datei herunter oder versuchen Sie es morgen wieder.',
  'customer_link.set_changed': 'Die Links wurden inzwischen an anderer Stelle geändert. Bitte laden Sie die Liste neu.',
  'customer_link.too_many': `Mehr als ${customerLinksMax} Links lassen sich nicht speichern. Bitte löschen Sie zuerst einen.`,
  'service.customer_fixed':
    'Der Dienst gehört zu einer Dienstgruppe. Bitte nehmen Sie ihn dort heraus, bevor Sie ihn einem anderen Kunden zuordnen.',
  'service.too_many_credentials': 'Zu diesem Dienst sind bereits so viele Zugänge gespeichert, wie möglich sind.',
  'service_collection.customer_fixed':
    'Die Dienstgruppe enthält Dienste und kann keinem anderen Kunden zugeordnet werden.',
  'service_collection.full': 'Die Dienstgruppe ist voll. Bitte legen Sie eine weitere an.',
  'website_service.check_not_possible': 'In der Demo werden nur freigegebene Adressen geprüft.',
  'energy_site.full': 'Diese Anlage ist voll.',
  'energy_site.not_controlled': 'Die Steuerung dieser Anlage ist nicht eingeschaltet.',
  'ticket.entries_closed':
    'Das Ticket ist fertig und nimmt keine Einträge mehr an. Bitte stellen Sie dafür eine neue Anfrage.',
  'ticket.budget_closed': 'Das Ticket ist fertig. Sein Kostenrahmen lässt sich nicht mehr ändern.',
  'ticket.has_invoiced_entries':
    'Das Ticket enthält Einträge, die auf einer Rechnung oder einem Rechnungsentwurf stehen. Es kann nicht gelöscht und keinem anderen Kunden zugeordnet werden.',
  'ticket.unfinished_entries': 'Einige Einträge des Tickets sind noch nicht fertig.',
  'ticket.timer_running': 'Auf dem Ticket läuft eine Zeitmessung. Bitte stoppen oder verwerfen Sie diese zuerst.',
  'ticket_entry.invoiced': 'Der Eintrag wird abgerechnet und lässt sich nicht mehr ändern.',
  'ticket_entry.not_own': 'Sie können nur Einträge ändern, die Sie selbst angelegt haben.',
  'ticket_entry.already_worked_on': 'An dem Eintrag wurde bereits gearbeitet. Er kann nicht mehr geändert werden.',
  'ticket_entry.progress_step': 'Der Fortschritt lässt sich nur um einen Schritt vor- oder zurücksetzen.',
  'invoice.published':
    'Die Rechnung ist veröffentlicht. Ändern lassen sich nur noch die Hinweise und die Bezahlung, löschen lässt sie sich nicht.',
  'invoice.customer_erased': 'Das Kundenkonto ist gelöscht.',
  'invoice.not_cancellable': 'Diese Rechnung ist schon storniert oder selbst ein Storno.',
  'invoice.no_series':
    'Für dieses Dokument ist noch keine Nummer festgelegt. Bitte holen Sie das in den Einstellungen unter „Abrechnung“ bei den Rechnungsnummern nach.',
  'invoice.not_rendered': 'Das Dokument ließ sich gerade nicht erzeugen. Bitte versuchen Sie es noch einmal.',
  'invoice.not_written': 'Diese Rechnung wurde hochgeladen.',
  'invoice.written': 'Diese Rechnung schreibt das Portal. Bitte ändern Sie sie im Entwurf.',
  'invoice.no_pdf': 'Zu dieser Rechnung gibt es noch kein PDF.',
  'invoice.not_issued': 'Die Rechnung ist noch ein Entwurf. Bezahlt sein kann sie erst, wenn sie veröffentlicht ist.',
  'invoice.too_many_payments': 'Diese Rechnung hat schon sehr viele Zahlungen. Mehr nimmt das Portal nicht auf.',
  'invoice.too_many_questions':
    'Zu dieser Rechnung gibt es schon sehr viele Rückfragen. Bitte schreiben Sie uns direkt.',
  'invoice.no_questions': 'Zu dieser Rechnung ist keine Rückfrage mehr möglich.',
  'invoice_question.answered': 'Die Rückfrage ist schon beantwortet.',
  'invoice_payment.refunded':
    'Von dieser Zahlung ist schon etwas zurückgezahlt. Nehmen Sie zuerst die Rückzahlung zurück.',
  'invoice_payment.reversed': 'Diese Zahlung ist schon zurückgenommen.',
  'dns_domain.too_many': `Mehr als ${dnsDomainsMax} Domains lassen sich nicht speichern.`,
  'dns_domain.not_in_demo': 'Die Demo ruft keinen DNS-Anbieter auf.',
  'dns_domain.no_key': 'Zu dieser Domain ist kein API-Key gespeichert.',
  'dns_hostname.too_many': `Mehr als ${dnsHostnamesMax} Hostnamen lassen sich nicht speichern.`,
  'dns_hostname.no_value': 'Zu diesem Hostnamen ist noch keine Adresse bekannt.',
  'dns_hostname.not_differing': 'Dieser Hostname weicht nicht mehr ab. Bitte laden Sie die Seite neu.',
  'dns_hostname.several_values':
    'Beim DNS-Anbieter stehen mehrere Adressen. Übernommen werden kann nur eine einzelne; bitte überschreiben Sie sie.',
  'dns_hostname.record_stays':
    'Der Eintrag beim DNS-Anbieter ließ sich nicht löschen, deshalb ist auch der Hostname noch da. Sie können ihn ohne den Eintrag löschen.',
  'dns_endpoint.too_many': `Mehr als ${dnsEndpointsMax} Endpunkte lassen sich nicht speichern.`,
  'billing.nothing_to_bill':
    'Hier gibt es nichts abzurechnen: Alle fertigen Einträge stehen schon auf einer Rechnung oder einem Entwurf oder haben weder Stunden noch einen Betrag, die übrigen sind noch nicht fertig.',
  'timer.already_booked': 'Diese Zeit ist schon gebucht.',
  'timer.already_running': 'Es läuft bereits eine Zeitmessung. Bitte stoppen Sie diese zuerst.',
  'timer.not_running': 'Diese Zeitmessung läuft nicht mehr.',
  'timer.not_stopped': 'Diese Zeitmessung ist nicht gestoppt.',
  'customer_request.answered': 'Die Anfrage ist bereits beantwortet und lässt sich nicht mehr ändern.',
  'customer_request.too_many': 'Sie haben heute schon sehr viele Anfragen gestellt. Bitte senden Sie weitere morgen.',
  'file.quota': 'Sie haben heute schon sehr viele Dateien hochgeladen. Bitte senden Sie weitere morgen.',
  'newsletter.not_draft': 'Dieser Newsletter wurde schon versendet und kann nicht mehr geändert werden.',
  'newsletter.not_possible': 'Das ist beim jetzigen Stand des Versands nicht möglich.',
  'newsletter.no_recipients': 'Noch hat niemand den Newsletter bestellt.',
  'newsletter.recipients_changed':
    'Die Zahl der Empfänger hat sich inzwischen geändert. Bitte prüfen Sie sie noch einmal.',
  'mail.too_many': 'Für heute sind dazu schon genug E-Mails angefordert. Bitte versuchen Sie es morgen erneut.',
  'mail.not_retryable': 'Diese E-Mail wartet nicht auf einen erneuten Versand.',
  'backup.no_file': 'Zu dieser Sicherung gibt es keine Datei.',
  'backup.running': 'Es läuft bereits eine Sicherung. Bitte warten Sie, bis sie fertig ist.',
  'secret.none': 'Hier ist kein Passwort hinterlegt.',
  'secret.unreadable':
    'Dieses Geheimnis ist nicht lesbar: Der Schlüssel, mit dem es verschlossen wurde, fehlt in der Schlüsseldatei.',
}
