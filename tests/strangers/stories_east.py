"""What people elsewhere spend and earn, as banks print it.

The form of the lines is that of `stories_west`.
"""

SPANISH_AMERICAN = """
in 9800 15200 SPEI RECIBIDO / NOMINA QUINCENA
out 180 940 COMPRA OXXO GAS INSURGENTES
out 4200 6800 PAGO CUENTA DE TERCERO RENTA
out 320 890 PAGO CFE SUMINISTRADOR
out 500 2000 RETIRO CAJERO AUTOMATICO
out 199 549 DOMICILIACION TELMEX
in 150 1800 TRANSFERENCIA RECIBIDA / A. QUIROZ
out 90 620 COMPRA SORIANA HIPER
out 40 160 COMISION MANEJO DE CUENTA
out 7 26 IVA COMISION
in 2 40 PAGO DE INTERESES
"""

PORTUGUESE_BRAZILIAN = """
in 2900 4700 PAGTO SALARIO / METALURGICA ITAPEVA
out 38 260 COMPRA CARTAO - SUPERMERCADO DIA
out 980 1640 PIX ENVIADO / IMOBILIARIA ARACA
out 110 290 DEB AUT ENEL SP
out 50 300 SAQUE 24H 0041882
in 20 400 PIX RECEBIDO / JOANA PRADO
out 59 140 DEB AUT VIVO MOVEL
out 15 90 PIX QR CODE / PADARIA BOA VISTA
out 19 49 TARIFA PACOTE SERVICOS
in 1 12 RENDIMENTO LIQUIDO
out 64 320 BOLETO PAGO / UNIMED
"""

POLISH = """
in 4800 7300 Przelew przychodzący / Huta Śląska S.A. wynagrodzenie
out 24 260 Płatność kartą / BIEDRONKA 2214 KATOWICE
out 1400 2100 Zlecenie stałe / Czynsz najmu
out 120 310 Polecenie zapłaty / TAURON
out 100 500 Wypłata z bankomatu EURONET
in 20 350 BLIK przelew na telefon / A. Żurek
out 15 90 BLIK zakup / allegro.pl
out 29 75 Przelew / Orange Polska
out 5 15 Opłata za prowadzenie rachunku
in 500 800 Przelew ZUS / 800 plus
out 60 290 Płatność kartą / ORLEN STACJA 115
"""

CZECH = """
in 28400 41200 Příchozí úhrada / Vodárny Vysočina mzda
out 180 1240 Platba kartou / ALBERT JIHLAVA
out 11200 15800 Trvalý příkaz / nájemné
out 1400 2900 Inkaso / ČEZ Prodej
out 500 3000 Výběr z bankomatu
out 299 799 SIPO / T-Mobile
in 200 2500 Okamžitá příchozí úhrada / P. Dvořák
out 150 980 Platba kartou / Lékárna Dr. Max
out 59 99 Poplatek za vedení účtu
in 1 24 Úrok kreditní
"""

SLOVAK = """
in 1180 1690 Prichádzajúca platba / Tatra Strojárne mzda
out 14 78 Platba kartou / TESCO ŽILINA
out 420 610 Trvalý príkaz / nájomné
out 48 110 Inkaso / SSE
out 20 150 Výber ATM Žilina
out 12 29 SEPA inkaso / O2 Slovakia
in 10 90 Okamžitá platba / J. Ďurica
out 4 8 Poplatok za balík služieb
"""

HUNGARIAN = """
in 412000 596000 Átutalás jóváírása / Tisza Kft munkabér
out 3200 18900 Vásárlás kártyával / SPAR SZEGED
out 120000 185000 Állandó átutalás / lakbér
out 9800 24500 Csoportos beszedés / MVM Next
out 10000 60000 Készpénzfelvétel ATM
out 3900 8900 Csoportos beszedés / Yettel
in 5000 40000 Azonnali átutalás / Nagy P.
out 480 1290 Számlavezetési díj
out 110 900 Tranzakciós illeték
"""

ROMANIAN = """
in 3400 5200 Incasare OP / Uzinele Somes SA salariu
out 28 240 Plata POS / KAUFLAND CLUJ
out 1200 1900 Plata OP / chirie apartament
out 90 310 Debitare directa / Electrica
out 100 600 Retragere numerar ATM
out 24 60 Plata factura / Digi
in 40 400 Incasare instant / I. Munteanu
out 5 12 Comision administrare cont
out 45 190 Plata POS / OMV PETROM
"""

CROATIAN = """
in 980 1560 Plaća / Jadranska plovidba d.d.
out 12 74 Kupnja karticom / KONZUM RIJEKA
out 380 560 Trajni nalog / najamnina
out 34 88 Izravno terećenje / HEP Opskrba
out 20 150 Podizanje gotovine bankomat
out 11 30 Uplata računa / A1 Hrvatska
in 10 120 Instant uplata / M. Babić
out 2 5 Naknada za vođenje računa
"""

TURKISH = """
in 38400 56200 MAAŞ ÖDEMESİ / EGE TEKSTİL A.Ş.
out 240 1890 POS ALIŞVERİŞ MİGROS BORNOVA
out 12500 18900 HAVALE / KİRA BEDELİ
out 640 1480 OTOMATİK ÖDEME GEDİZ ELEKTRİK
out 500 3000 ATM PARA ÇEKME
out 199 520 FATURA ÖDEME TURKCELL
in 100 2500 FAST GELEN / Ş. YILMAZ
out 90 700 FAST GİDEN / Ç. ÖZTÜRK
out 4 16 BSMV
out 20 79 EFT MASRAFI
"""

GREEK = """
in 980 1480 ΜΙΣΘΟΔΟΣΙΑ / ΝΑΥΠΗΓΕΙΑ ΣΥΡΟΥ ΑΕ
out 14 76 ΑΓΟΡΑ ΚΑΡΤΑ / ΣΚΛΑΒΕΝΙΤΗΣ ΠΑΤΡΑ
out 350 520 ΜΕΤΑΦΟΡΑ / ΕΝΟΙΚΙΟ
out 44 118 ΠΑΓΙΑ ΕΝΤΟΛΗ / ΔΕΗ
out 20 120 ΑΝΑΛΗΨΗ ATM
out 15 38 ΠΛΗΡΩΜΗ / COSMOTE
in 10 140 ΕΜΒΑΣΜΑ IRIS / Γ. ΠΑΠΠΑΣ
out 1 4 ΠΡΟΜΗΘΕΙΑ ΕΜΒΑΣΜΑΤΟΣ
out 22 64 ΑΓΟΡΑ ΚΑΡΤΑ / AVIN ΠΡΑΤΗΡΙΟ
in 60 180 ΕΠΙΔΟΜΑ ΟΠΕΚΑ
"""

RUSSIAN = """
in 58400 84200 Зачисление зарплаты / ООО Волжский завод
out 340 2890 Оплата покупки / ПЯТЁРОЧКА 2214
out 18000 26000 Перевод по номеру телефона / аренда
out 1400 3900 Оплата услуг / ЖКХ Энергосбыт
out 1000 8000 Выдача наличных / Банкомат 10441
out 350 900 Автоплатёж / Мобильная связь
in 200 5000 Перевод СБП от Анна К.
out 120 980 Оплата покупки / Аптека Вита
out 60 99 Комиссия за обслуживание
in 3 90 Капитализация процентов
"""

UKRAINIAN = """
in 18400 29800 Зарахування зарплати / ТОВ Дніпро Агро
out 180 1290 Оплата карткою / СІЛЬПО КИЇВ
out 8200 12400 Переказ / оренда квартири
out 640 1890 Комунальні послуги / YASNO
out 500 4000 Зняття готівки банкомат
out 120 320 Поповнення мобільного / Київстар
in 100 2500 Переказ від Олена Г.
out 90 560 Оплата карткою / АТБ МАРКЕТ
out 20 45 Комісія за обслуговування
"""

HEBREW = """
in 8900 13400 משכורת / מפעלי הגליל בעמ
out 90 680 שופרסל דיל חיפה
out 3200 4900 העברה שכר דירה
out 240 720 חברת החשמל הוראת קבע
out 200 1000 משיכה מכספומט
out 59 180 פלאפון תקשורת
in 50 700 העברה ביט
out 15 32 עמלת פעולה בערוץ ישיר
out 180 520 ארנונה עיריית חיפה
"""

ARABIC = """
in 8200 12900 راتب شهري / شركة الواحة
out 70 540 مشتريات نقاط البيع / بنده
out 2100 3400 حوالة إيجار
out 140 480 سداد فاتورة الكهرباء
out 200 1500 سحب نقدي صراف
out 90 230 سداد فاتورة الاتصالات
in 100 900 حوالة واردة
out 5 23 رسوم تحويل
"""

INDONESIAN = """
in 6200 9800 TRSF E-BANKING CR / GAJI PT SAMUDRA JAYA
out 85 640 TRANSAKSI DEBIT / INDOMARET
out 1800 2900 TRSF E-BANKING DB / SEWA KOST
out 150 520 BYR VIA E-BANKING / PLN PREPAID
out 100 1000 TARIKAN ATM
out 50 200 BYR VIA E-BANKING / TELKOMSEL
in 50 900 BI-FAST CR / DWI LESTARI
out 12 18 BIAYA ADM
out 25 320 KARTU DEBIT / TOKOPEDIA
in 1 9 BUNGA
"""

VIETNAMESE = """
in 12400 19800 Trả lương / Công ty Thép Hòa An
out 90 840 Thanh toán thẻ / WinMart Cầu Giấy
out 4200 6900 Chuyển khoản tiền nhà
out 380 1290 Thanh toán hóa đơn điện EVN
out 500 3000 Rút tiền ATM
out 100 300 Nạp tiền điện thoại Viettel
in 200 2600 Nhận chuyển khoản / Trần Thu Hà
out 11 33 Phí SMS Banking
out 60 540 Thanh toán QR / Highlands Coffee
"""

GEORGIAN = """
in 1800 2900 ხელფასი / შპს კოლხეთი
out 14 96 გადახდა ბარათით / CARREFOUR
out 640 980 გადარიცხვა / ქირა
out 48 160 კომუნალური / თელასი
out 50 300 განაღდება ბანკომატი
out 15 45 მობილური / MAGTI
in 20 180 ჩარიცხვა / ნ. ბერიძე
out 1 6 საკომისიო
"""
