"""Whose account it is, as banks of the continent head statements."""

from __future__ import annotations

from typing import Final

from db.words import AccountKind
from tests.support.mechanisms.headed import (
    CH,
    DE,
    EN,
    ES,
    FR,
    IT,
    NL,
    PL,
    PT,
    SV,
    TR,
    Headed,
    family,
)

_LAYOUTS: Final = (
    Headed(
        name="a German savings bank, the number in the title", table=DE, mask="9890",
        institution="Sparkasse Musterstadt", currency="EUR",
        head="""
            Sparkasse Musterstadt                                          BLZ 500 105 17
            Kontoauszug 3/2025                                             Blatt 1 von 1
            Girokonto 648489890, DE12 5001 0517 0648 4898 90
            Frau Erika Mustermann
            Kontoauszug vom 01.03.2025 bis 31.03.2025                      Währung: EUR
            Servicetelefon 069 24 18 22 24      Gläubiger-ID DE98ZZZ09999999999
            """,
        texts=("DE89 3704 0044 0532 0130 00 Miete", "Kd.-Nr. 4711 0815"),
    ),
    Headed(
        name="a German direct bank, facts in a column at the right", table=DE, mask="3000",
        institution="Direktbank Elbe", currency="EUR",
        head="""
            Direktbank Elbe AG                           Kontonummer     532013000
            Postfach 10 02 54                            IBAN            DE89 3704 0044 0532 0130 00
            20001 Hamburg                                BIC             COBADEFFXXX
                                                         Kundennummer    7788991122
            Herrn Max Muster                             Währung         EUR
            Kontoauszug vom 01.03.2025 bis 31.03.2025
            """,
    ),
    Headed(
        name="an Austrian IBAN in the letterhead", table=DE, mask="3201", currency="EUR",
        institution="Alpen Bank",
        head="""
            Alpen Bank AG      IBAN AT61 1904 3002 3457 3201      BIC OPSKATWW
            Kontoauszug Nr. 003/2025
            Umsätze vom 01.03.2025 bis 31.03.2025
            Alle Beträge in EUR
            DVR 0031577   FN 205340x   UID ATU51286308
            """,
    ),
    Headed(
        name="a Swiss account and IBAN", table=CH, mask="2957", currency="CHF",
        institution="Kantonalbank Seeland",
        head="""
            Kantonalbank Seeland
            Kontoauszug 01.03.2025 - 31.03.2025
            Privatkonto                                    Kunde 0762-1162.3852
            IBAN  CH93 0076 2011 6238 5295 7
            Währung  CHF
            MWST-Nr. CHE-116.276.838
            """,
        texts=("Vergütung CH39 0070 0115 2018 4917 3", "Maestro Karte 71234567"),
    ),
    Headed(
        name="a French account with RIB and IBAN", table=FR, mask="0189", currency="EUR",
        institution="Banque du Littoral",
        head="""
            Banque du Littoral
            RELEVÉ DE COMPTE CHÈQUES                               du 01/03/2025 au 31/03/2025
            RIB : 30006 00001 12345678901 89                       Monnaie du compte : EUR
            IBAN : FR76 3000 6000 0112 3456 7890 189               BIC : AGRIFRPP
            M JEAN DUPONT                                          Votre conseiller : 01 42 98 10 00
            """,
        texts=("VIR SEPA FR14 2004 1010 0505 0001 3M02 606", "PRLV EDF ICS FR47EDF001007"),
    ),
    Headed(
        name="a French account by its number alone", table=FR, mask="4568", currency="EUR",
        institution="Crédit Mutuel de Savoie",
        head="""
            Crédit Mutuel de Savoie
            Compte courant n° 00012344568
            Relevé du 01/03/2025 au 31/03/2025
            Devise : EUR
            Caisse 10278 06000          Tél. 09 69 32 55 55
            Capital de 1 254 000 000 €  SIREN 588 505 354 RCS Strasbourg
            """,
    ),
    Headed(
        name="a Spanish account, the IBAN below its label", table=ES, mask="1332", currency="EUR",
        institution="Caja Levante",
        head="""
            Caja Levante
            Extracto de cuenta corriente                      Periodo del 01/03/2025 al 31/03/2025
            Titular                         IBAN                                 Divisa
            ANA GARCIA LOPEZ                ES91 2100 0418 4502 0005 1332        EUR
            Oficina 0418   Tel. 932 001 122   NIF 12345678Z
            """,
    ),
    Headed(
        name="a Spanish account number of twenty digits", table=ES, mask="1332", currency="EUR",
        institution="Banco Cantábrico",
        head="""
            Banco Cantábrico, S.A.
            Extracto mensual
            C.C.C.: 2100 0418 45 0200051332
            Número de cuenta: 2100 0418 45 0200051332
            Fechas: del 01/03/2025 al 31/03/2025
            Divisa: EUR
            """,
    ),
    Headed(
        name="an Italian current account with coordinates", table=IT, mask="3456", currency="EUR",
        institution="Banca del Lago",
        head="""
            Banca del Lago S.p.A.                             Filiale 05428
            ESTRATTO CONTO dal 01/03/2025 al 31/03/2025
            Conto corrente n. 000000123456                    Valuta EUR
            Coordinate IBAN: IT60 X054 2811 1010 0000 0123 456
            Numero Verde 800.303.303
            """,
        texts=("Bonifico IT28 W800 0000 2921 0064 5211 151",),
    ),
    Headed(
        name="a Portuguese account, NIB and IBAN", table=PT, mask="0154", currency="EUR",
        institution="Banco Atlântico",
        head="""
            Banco Atlântico, S.A.
            Extrato integrado            Período: 01/03/2025 a 31/03/2025
            IBAN: PT50 0002 0123 1234 5678 9015 4
            NIB: 0002 0123 1234 5678 9015 4
            NIF 123456789      Moeda: EUR
            Linha direta 707 24 24 24
            """,
    ),
    Headed(
        name="a Dutch account in a box of facts", table=NL, mask="4300", currency="EUR",
        institution="Polderbank",
        head="""
            Polderbank N.V.                                     Rekeningafschrift
            J. de Vries                     Rekening                NL91 ABNA 0417 1643 00
            Dorpsstraat 1                   Periode                 01-03-2025 t/m 31-03-2025
            1234 AB Dorp                    BIC                     ABNANL2A
                                            Afschriftnummer         3
            Betaalrekening                  Munt                    EUR
            Telefoon 020 343 4002           KvK 34334259
            """,
        texts=("NL20 INGB 0001 2345 67 Huur", "Incassant NL98ZZZ330139990000"),
    ),
    Headed(
        name="a Belgian account behind its kind", table=FR, mask="7034", currency="EUR",
        institution="Banque Ardenne",
        head="""
            Banque Ardenne SA
            Extrait de compte 3/2025
            Compte à vue BE68 5390 0754 7034
            Période du 01/03/2025 au 31/03/2025
            Devise EUR
            TVA BE 0403.227.515
            """,
    ),
    Headed(
        name="a Polish account of 26 digits", table=PL, mask="2874", currency="PLN",
        institution="Bank Wisła",
        head="""
            Bank Wisła S.A.
            Wyciąg z rachunku za okres od 01.03.2025 do 31.03.2025
            Numer rachunku: 61 1090 1014 0000 0712 1981 2874
            Waluta: PLN
            NIP 526-021-50-88    Infolinia 801 300 800
            """,
    ),
    Headed(
        name="a Swedish clearing and account number", table=SV, mask="7466", currency="SEK",
        institution="Fjällbanken",
        head="""
            Fjällbanken AB
            Kontoutdrag 2025-03-01 - 2025-03-31
            Clearingnummer 5839
            Kontonummer 58 398 257 466
            IBAN SE45 5000 0000 0583 9825 7466
            Valuta SEK
            Org.nr 502032-9081
            """,
    ),
    Headed(
        name="a Turkish IBAN, customer and branch", table=TR, mask="1326", currency="TRY",
        institution="Boğaz Bankası",
        head="""
            Boğaz Bankası A.Ş.
            HESAP EKSTRESİ
            Müşteri No : 12345678
            Şube : 0519 Kadıköy
            IBAN : TR33 0006 1005 1978 6457 8413 26
            Dönem : 01.03.2025 - 31.03.2025
            Para birimi : TRY
            """,
    ),
    Headed(
        name="an app for all of Europe, two lines about the IBAN", table=EN, mask="1000",
        currency="EUR", institution="Volta Bank",
        head="""
            Volta Bank UAB                                            EUR Statement
            Generated on 2 April 2025
            Jonas Petraitis                                           IBAN  LT12 1000 0111 0100 1000
                                                                      BIC   VOLTLT21
            Account transactions from 1 March 2025 to 31 March 2025
            """,
        foot="Report lost or stolen card +370 5 214 3608. Volta Bank UAB, company code 304580906.",
        texts=("To Ada, Revtag, IBAN: DE89370400440532013000",),
    ),
    Headed(
        name="a Danish number behind its branch", table=EN, mask="6243", currency="DKK",
        institution="Øresund Bank",
        head="""
            Øresund Bank A/S
            Account statement 1 March 2025 - 31 March 2025
            Reg. no. 0040      Account no. 0440116243
            IBAN DK50 0040 0440 1162 43     SWIFT ORESDKKK
            Currency DKK      CVR-nr. 61126228
            """,
    ),
    Headed(
        name="a German card, its number masked in the middle", table=DE, mask="4512",
        kind=AccountKind.CARD, debt=True, institution="Landesbank Nord", currency="EUR",
        head="""
            Landesbank Nord
            Kreditkartenabrechnung vom 01.03.2025 bis 31.03.2025
            Kartennummer 5232 XXXX XXXX 4512
            Abrechnungskonto DE89 3704 0044 0532 0130 00
            Währung EUR
            """,
    ),
    Headed(
        name="no number: only a creditor's, a tax number and a telephone", table=DE, mask=None,
        institution="Direktbank Elbe", currency="EUR",
        head="""
            Direktbank Elbe AG
            Kontoauszug vom 01.03.2025 bis 31.03.2025
            Kundennummer 7788991122       Steuernummer 143/111/20050
            Telefon 040 1234 5678         Währung EUR
            """,
        texts=("IBAN: DE12500105170648489890 BIC: INGDDEFF", "Konto 8877665544", "Mandat 00221144"),
    ),
)  # fmt: skip

MECHANISMS: Final = {"identity: continent": family(_LAYOUTS)}
