"""Whose account it is, as banks of the Americas head statements."""

from __future__ import annotations

from typing import Final

from db.words import AccountKind
from tests.support.mechanisms.headed import EN, ES, MX, PT, US, Headed, family

_LAYOUTS: Final = (
    Headed(
        name="a number with zeros, a hot line above", table=US, mask="4417", currency="USD",
        institution="Prairie Union Bank",
        head="""
            Prairie Union Bank, N.A.                           March 01, 2025 through March 31, 2025
            P O Box 182051                                       Account Number:   000000123454417
            Columbus, OH 43218-2051
                                                                 CUSTOMER SERVICE INFORMATION
            00012345 DRE 802 219 09125 NNNNNNNNNNN 1 000000000   Web site:   Prairie.example
            JANE Q PUBLIC                                        Service Center:  1-800-935-9935
            123 MAIN ST                                          Hearing Impaired:  1-800-242-7383
            CHECKING SUMMARY     Prairie Total Checking
            All amounts in USD
            """,
    ),
    Headed(
        name="Account # in a line with the name and the period", table=US, mask="9012",
        institution="Bank of Cascadia",
        head="""
            Bank of Cascadia
            P.O. Box 15284                                          Customer service: 1.800.432.1000
            Wilmington, DE 19850                                        bankofcascadia.example
            Your Adv Plus Banking
            JANE PUBLIC   !   Account # 5678 1234 9012   !   March 1, 2025 to March 31, 2025
            Account summary
            """,
        texts=("Zelle to 3105550147", "CHECKCARD 0303 SHOP 24692165062100000123456"),
    ),
    Headed(
        name="routing and account numbers below each other", table=US, mask="7890",
        institution="Sierra Federal Credit Union",
        head="""
            Sierra Federal Credit Union
            Statement Period: 03/01/2025 to 03/31/2025
            Routing Number      121000248
            Account Number      1234567890
            Member Number       445566
            Everyday Checking
            """,
    ),
    Headed(
        name="a card that ends in four digits", table=US, mask="2008", kind=AccountKind.CARD,
        debt=True, institution="Redwood Bank",
        head="""
            Redwood Bank                                           Credit card statement
            Account ending in 2008                         Statement period 03/01/2025 to 03/31/2025
            Payment Due Date  04/25/2025                           Minimum Payment Due  $35.00
            Credit limit  $5,000.00
            Mail payments to P.O. Box 60500, City of Industry, CA 91716-0500
            """,
    ),
    Headed(
        name="masked with x behind a product", table=US, mask="1234",
        institution="Lakeshore Bank",
        head="""
            Lakeshore Bank
            Interest Checking x1234
            Statement period 03/01/2025 - 03/31/2025
            Linked account: Savings x9876
            """,
    ),
    Headed(
        name="masked with dots", table=US, mask="5501", institution="Lakeshore Bank",
        head="""
            Lakeshore Bank
            Statement period 03/01/2025 - 03/31/2025
            Account ...5501
            Questions? 1-877-247-2559
            """,
    ),
    Headed(
        name="masked with X, capitals", table=US, mask="4471", institution="First Mesa Bank",
        kind=AccountKind.SAVINGS,
        head="""
            FIRST MESA BANK
            SAVINGS ACCOUNT STATEMENT
            ACCOUNT NO. XXXXXX4471
            STATEMENT PERIOD 03/01/2025 THRU 03/31/2025
            TAX ID 12-3456789
            """,
    ),
    Headed(
        name="a Canadian account of transit and number", table=EN, mask="3456", currency="CAD",
        institution="Maple Bank",
        head="""
            Maple Bank of Canada
            Your day to day banking statement
            From March 1, 2025 to March 31, 2025
            Your account number:   01234-5123456
            How to reach us:   1-800-769-2511
            Currency: CAD
            """,
    ),
    Headed(
        name="Canadian branch and account in a row above values", table=EN, mask="8901",
        institution="Dominion Bank", currency="CAD",
        head="""
            Dominion Bank
            Statement of Account
            Branch No.        Account No.            Account Type           Statement From - To
            0123              5678901                Chequing Account       01/03/2025 - 31/03/2025
            All amounts in CAD
            """,
    ),
    Headed(
        name="a Mexican account, customer and CLABE", table=MX, mask="6789", currency="MXN",
        institution="Banco Azteca del Valle",
        head="""
            Banco Azteca del Valle, S.A.
            Estado de Cuenta
            PERIODO DEL 01/03/2025 AL 31/03/2025
            No. de Cuenta     0123456789
            No. de Cliente    B5566778
            R.F.C             BBA830831LJ2
            Línea 55 5226 2663
            Moneda MXN
            """,
    ),
    Headed(
        name="a Mexican CLABE that holds the account's number", table=MX, mask="6789",
        institution="Banco del Norte", currency="MXN",
        head="""
            Banco del Norte
            Cuenta de cheques
            Número de cuenta: 00123456789
            Número de cliente: 40011223
            Sucursal: 0042 Centro
            Periodo: 01/03/2025 al 31/03/2025
            Moneda: MXN
            """,
    ),
    Headed(
        name="a Brazilian branch and account in one line", table=PT, mask="3456", currency="BRL",
        institution="Banco Ipê",
        head="""
            Banco Ipê S.A.                                         Extrato de conta corrente
            Agência 1234-5   Conta 12345-6
            CPF 123.456.789-09
            Período 01/03/2025 a 31/03/2025
            Moeda: BRL
            SAC 0800 729 0722   Ouvidoria 0800 729 5678
            """,
    ),
    Headed(
        name="an Argentine account with CBU", table=ES, mask="4567", currency="ARS",
        institution="Banco Pampa",
        head="""
            Banco Pampa S.A.
            CUIT 30-50001091-2
            Caja de ahorro en pesos
            Cuenta N° 4012-3334567
            Período: 01/03/2025 al 31/03/2025
            Moneda: ARS
            """,
        kind=AccountKind.SAVINGS,
    ),
    Headed(
        name="a Peruvian current account", table=ES, mask="9012", currency="PEN",
        institution="Banco Araucaria",
        head="""
            Banco Araucaria
            Cartola de cuenta corriente N° 3
            N° de cuenta   00-123-45678-9012
            RUT 12.345.678-5
            Período 01/03/2025 al 31/03/2025
            Moneda PEN
            """,
    ),
    Headed(
        name="no number, but a member's and a routing number", table=US, mask=None,
        institution="Sierra Federal Credit Union",
        head="""
            Sierra Federal Credit Union
            Statement Period: 03/01/2025 to 03/31/2025
            Routing Number 121000248
            Member Number 445566
            Call 1-800-555-0199
            """,
        texts=("Account ending in 4455", "Check 1044", "xxxx9981 transfer"),
    ),
)  # fmt: skip

MECHANISMS: Final = {"identity: america": family(_LAYOUTS)}
