"""Whose account it is, as banks of Britain, Ireland, Australia, Asia and Africa head statements."""

from __future__ import annotations

from typing import Final

from db.words import AccountKind
from tests.support.attacks.case import ANY
from tests.support.mechanisms.headed import EN, Headed, family

_LAYOUTS: Final = (
    Headed(
        name="sort code and number right of the address", table=EN, mask="0823", currency="GBP",
        institution="Barnard Bank", kind=AccountKind.CHECKING,
        head="""
            Barnard Bank                                 Your current account statement
            MR A SMITH                                   1 March 2025 to 31 March 2025
            4 Hill Road                                  Sort Code 20-15-86 • Account No 43170823
            LEEDS LS1 4AB                       SWIFTBIC BRNDGB22 • IBAN GB19 BRND 2015 8643 1708 23
                                                         Currency GBP
            Lost card? Call 0345 734 5345 at any time.
            """,
        foot="Barnard Bank UK PLC. Registered in England No. 9740322.",
        texts=("To GB29 NWBK 6016 1331 9268 19", "Account 55512209 Miller", "Savings pot 1234"),
    ),
    Headed(
        name="a row of labels above a row of values", table=EN, mask="4567", currency="GBP",
        institution="Highgate Bank",
        head="""
            Highgate Bank
            Contact tel 03457 404 404   Text phone 03457 125 563   For the deaf
            www.highgate.example
            Your Statement                               1 March to 31 March 2025
            Account Name                              Sortcode         Account Number   Sheet Number
            Mr A Smith                                   40-12-34         81234567         112
            International Bank Account Number  GB92HGTB40123481234567
            Branch Identification Code  HGTBGB2104K
            Your Bank Account details                                            GBP
            """,
        texts=("VIS International Bank", "A/C 443322110099"),
    ),
    Headed(
        name="facts in a box at the right, the account's name above", table=EN, mask="9021",
        institution="Townwide Building Society", account="FlexiDirect",
        head="""
            Townwide Building Society
            FlexiDirect current account                                Statement no: 24
            MISS B JONES                                               Statement date: 31 March 2025
                                                                       Sort code 07-04-36
                                                                       Account no 33219021
            Start date 1 March 2025   End date 31 March 2025
            """,
        period=ANY,
        foot="Townwide Building Society. Roll number 2044/1195",
    ),
    Headed(
        name="an app's statement, labels with colons below the name", table=EN, mask="5544",
        currency="GBP", institution="Coralo Bank",
        head="""
            Coralo Bank Limited
            Personal Account statement
            01/03/2025 - 31/03/2025
            Ben Okri                                        Sort code: 04-00-04
            12 Station Road                                 Account number: 22335544
            York                                            BIC: CORAGB2L
                                                            IBAN: GB76 CORA 0400 0422 3355 44
                                                            Currency: GBP
            """,
        foot="Coralo Bank Limited (No. 09446231) is authorised under firm reference number 730427.",
        texts=("Direct Debit mandate 0020440911", "Card ending in 9911"),
    ),
    Headed(
        name="an Irish statement, numbers under a line", table=EN, mask="5678", currency="EUR",
        institution="Shannon Bank",
        head="""
            Shannon Bank plc                                        Statement of Account
            Tel +353 1 6600311                                      Date of Statement   31 Mar 2025
            College Street, Dublin 2                                Page 1
            Personal Bank Account
            National Sort Code  93-11-52          Account Number  12345678
            IBAN  IE29AIBK93115212345678  (BIC AIBKIE2D)
            Currency: EUR
            Statement period 1 March 2025 to 31 March 2025
            """,
        foot="Shannon Bank plc Registered in Ireland: No. 24173",
    ),
    Headed(
        name="a card, its number with stars, another cardholder's below", table=EN, mask="7890",
        institution="Barnard Bank", kind=AccountKind.CARD, debt=True, currency="GBP",
        head="""
            Barnard Bank                                 Credit card statement
            Mr A Smith                                Statement period 1 March 2025 to 31 March 2025
            Card number  4929 12** **** 7890             Credit limit  £5,000.00
            Minimum payment  £25.00                      Currency GBP
            Apply for a current account with us today.
            """,
        foot="Additional cardholder: Mrs A Smith, card number 4929 12** **** 1144",
    ),
    Headed(
        name="a savings account, a number in groups", table=EN, mask="4417",
        institution="Dale Savings Bank", kind=AccountKind.SAVINGS, currency="GBP",
        head="""
            Dale Savings Bank
            Savings account statement
            Account number          2044 1795 4417
            Customer number         88 123 45
            Nominated account       20-45-17 99887766
            Currency GBP
            Period 1 March 2025 to 31 March 2025
            """,
    ),
    Headed(
        name="an Australian bank, branch number and account number", table=EN, mask="6789",
        institution="Banksia Bank", currency="AUD",
        head="""
            Banksia Bank Limited ABN 11 005 357 522
            ACCESS ACCOUNT STATEMENT                                    STATEMENT NUMBER 17
            Statement period  01 March 2025 - 31 March 2025
            Account Details
            JANE CITIZEN
            Branch Number (BSB)      013-123
            Account Number           1234-56789
            Currency AUD
            NEED TO GET IN TOUCH?  www.banksia.example   Enquiries: 13 13 14
            """,
    ),
    Headed(
        name="a New Zealand number of four parts", table=EN, mask="6700", currency="NZD",
        institution="Kauri Bank",
        head="""
            Kauri Bank
            Statement for  1 March 2025 to 31 March 2025
            Everyday Account     01-0123-0123467-00
            GST number 13-456-789
            Phone 0800 269 296
            Currency NZD
            """,
    ),
    Headed(
        name="a Singapore bank, the number under the product", table=EN, mask="6789",
        institution="Merlion Bank", currency="SGD",
        head="""
            Merlion Bank Ltd
            Co. Reg. No. 196800306E    GST Reg. No. MR-8500180-3
            Statement of Account                                     Period 01/03/2025 to 31/03/2025
            Multiplier Account                                       Account No. 012-345678-9
            Currency: SINGAPORE DOLLAR
            """,
        texts=("PAYNOW 6591234567", "Transfer 271-555444-3"),
    ),
    Headed(
        name="an Indian bank, many numbers beside the account's", table=EN, mask="5678",
        institution="Ganga Bank", currency="INR",
        head="""
            GANGA BANK LTD
            Account Branch : MG ROAD                       Phone no. : 18002026161
            Address : 12 MG Road                           OD Limit : 0.00   Currency : INR
            City : PUNE 411001                             Cust ID : 55512345
            State : MAHARASHTRA                            Account No : 50100012345678
            JOINT HOLDERS :                                A/C Open Date : 12/05/2019
            Nomination : Registered                  RTGS/NEFT IFSC : GNGA0000123   MICR : 411240002
            Statement From : 01/03/2025  To : 31/03/2025
            """,
        texts=("UPI-99887766554433-MILK", "NEFT CR-SBIN0001234-RAVI"),
    ),
    Headed(
        name="an Indian public bank, labels with leading zeros", table=EN, mask="7890",
        institution="State Bank of Deccan", currency="INR", kind=AccountKind.SAVINGS,
        head="""
            State Bank of Deccan
            Account Name            : Mr. R KUMAR
            Account Number          : 00000031234567890
            Description             : SAVINGS BANK ACCOUNT
            Branch                  : HUBLI
            CIF No.                 : 85511223344
            IFS Code                : SBDN0000812
            MICR Code               : 580002002
            Currency                : INR
            Account Statement from 1 Mar 2025 to 31 Mar 2025
            """,
    ),
    Headed(
        name="a South African account behind its product", table=EN, mask="8844",
        institution="Baobab Bank", currency="ZAR",
        head="""
            Baobab Bank
            Premier Cheque Account : 62012348844
            Universal Branch Code 250655
            Customer VAT Registration Number   Not Provided
            Bank VAT Registration Number 4210102051
            Statement Period : 1 March 2025 to 31 March 2025
            Currency ZAR
            Lost Cards 087 575 9406
            """,
    ),
    Headed(
        name="a Gulf bank, the number and the IBAN beside the address", table=EN, mask="3456",
        institution="Dhow Bank", currency="AED",
        head="""
            Dhow Bank PJSC
            Statement of Account
            MR OMAR ALI                            Account Number   1014567890123456
            PO BOX 777                             IBAN   AE070331014567890123456
            DUBAI                                  Customer ID   10556677
            Account Currency   AED                 Account Type  CURRENT ACCOUNT
            From 01/03/2025 To 31/03/2025
            For assistance call 600 540000
            """,
    ),
    Headed(
        name="no number, only those of others", table=EN, mask=None, institution="Coralo Bank",
        head="""
            Coralo Bank Limited
            Current account statement
            Statement period 1 March 2025 to 31 March 2025
            Customer number 20771999         Branch code 004417       Member since 2019
            Questions? Call 0800 555 0142
            """,
        texts=("IBAN DE89 3704 0044 0532 0130 00", "Account number 90817263", "****4471"),
        foot="VAT number GB 123 4567 89. Registered in England 00142207.",
    ),
    Headed(
        name="two numbers of two accounts, and nobody says whose rows these are", table=EN,
        mask=None, institution="Harbour Bank", kind=ANY,
        head="""
            Harbour Bank
            Statement period 1 March 2025 to 31 March 2025
            Account number 12345678
            Account number 87654321
            """,
    ),
)  # fmt: skip

MECHANISMS: Final = {"identity: islands": family(_LAYOUTS)}
